import { cpus } from 'node:os'
import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { findTools } from '../gateway/tools.ts'
import { type AccountBytes, measureAccountBytes } from './account-store.ts'
import {
  type CapacityModel,
  computeLoad,
  computeNeeds,
  fitModel,
  plannedShare,
  type ScaleRun,
} from './capacity-model.ts'
import { startScaleFixture } from './scale-runs.ts'

/** Processes of the gateway in the runs that the model is fitted to. */
const processCounts = [1, 2, 4] as const
/** Accounts of one times the load, and its multiples. */
const unitAccounts = 1_000
const multiples = [1, 10, 100, 1_000] as const

/**
 * `bun run bench scale`: what a request, a process and an account of the gateway cost, fitted to runs with 1, 2 and 4 processes, and what multiples of
 * a load need. docs/operate/scale.md quotes it.
 */
export async function benchScale(): Promise<void> {
  const fixture = await startScaleFixture(findTools().wrk)
  const stopAndExit = (): void => void fixture.stop().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stopAndExit)
  try {
    const runs: ScaleRun[] = []
    for (const processes of processCounts) runs.push(...(await fixture.measure(processes)))
    const accountBytes = await measureAccountBytes(fixture.sql, fixture.redis)
    const model = fitModel(runs)
    console.log(`${cpus().length} cores, shared with wrk, the service and Redis; answers of 2 kB.\n`)
    console.log(
      `${writeRunsTable(runs)}\n\n${writeModelTable(model, accountBytes)}\n\n${writeNeedsTable(model, accountBytes)}`,
    )
  } finally {
    await fixture.stop()
  }
}

const formatMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)
const formatWhole = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ')

function writeRunsTable(runs: readonly ScaleRun[]): string {
  return formatFiguresTable(
    ['run', 'requests/s', 'µs gateway', 'µs Redis', 'Redis calls', 'idle cores', 'MB', 'Redis conn.', 'Postgres conn.'],
    runs.map((run) => [
      `${run.processes} ${run.processes === 1 ? 'process' : 'processes'}, ${run.isCached ? 'cached' : 'uncached'}`,
      formatWhole(run.perSecond),
      run.gatewayUsPerRequest.toFixed(1),
      run.redisUsPerRequest.toFixed(1),
      run.redisCallsPerRequest.toFixed(3),
      run.idleCores.toFixed(3),
      formatMegabytes(run.residentBytes),
      String(run.redisConnections),
      String(run.postgresConnections),
    ]),
  )
}

function writeModelTable(model: CapacityModel, accountBytes: AccountBytes): string {
  return formatFiguresTable(
    ['cost', 'value'],
    [
      ['cores per 1 000 requests/s, cached', (model.cachedUsPerRequest / 1_000).toFixed(3)],
      ['cores per 1 000 requests/s, uncached', (model.uncachedUsPerRequest / 1_000).toFixed(3)],
      ['cores of Redis per 1 000 requests/s', (model.redisUsPerRequest / 1_000).toFixed(4)],
      ['Redis calls per 1 000 requests', formatWhole(1_000 * model.redisCallsPerRequest)],
      ['cores of an idle process', model.idleCoresPerProcess.toFixed(3)],
      ['memory of a process, MB', formatMegabytes(model.bytesPerProcess)],
      ['memory beside the processes, MB', formatMegabytes(model.baseBytes)],
      ['connections of a process to Redis', model.redisConnectionsPerProcess.toFixed(1)],
      ['connections of a process to Postgres', model.postgresConnectionsPerProcess.toFixed(1)],
      ['bytes of an account in Redis', formatWhole(accountBytes.redis)],
      ['bytes of an account in Postgres, with a key and a month', formatWhole(accountBytes.postgres)],
    ],
  )
}

/** Every load twice: all accounts at the limit of their minute, and at the cap of their month. Half of the requests are cached. */
function writeNeedsTable(model: CapacityModel, accountBytes: AccountBytes): string {
  const usPerRequest = (model.cachedUsPerRequest + model.uncachedUsPerRequest) / 2
  const rows = multiples.flatMap((multiple) => {
    const accounts = multiple * unitAccounts
    const { burstPerSecond, sustainedPerSecond } = computeLoad(accounts, defaultPlanTable)
    const loads = [
      ['burst', burstPerSecond],
      ['sustained', sustainedPerSecond],
    ] as const
    return loads.map(([name, perSecond]) => {
      const { processes, gatewayCores, redisCores, redisShards } = computeNeeds(perSecond, usPerRequest, model)
      return [
        `${multiple}×, ${name}`,
        formatWhole(accounts),
        formatWhole(perSecond),
        formatWhole(processes),
        gatewayCores.toFixed(1),
        redisCores.toFixed(2),
        formatWhole(redisShards),
        formatWhole(perSecond * model.redisCallsPerRequest),
        formatMegabytes(model.baseBytes + processes * model.bytesPerProcess),
        formatWhole(processes * model.redisConnectionsPerProcess),
        formatWhole(processes * model.postgresConnectionsPerProcess),
        formatMegabytes(accounts * accountBytes.redis),
        formatMegabytes(accounts * accountBytes.postgres),
      ]
    })
  })
  const header = [
    'load',
    'accounts',
    'requests/s',
    'processes',
    'cores',
    'Redis cores',
    'Redis servers',
    'Redis calls/s',
    'MB',
    'Redis conn.',
    'Postgres conn.',
    'MB in Redis',
    'MB in Postgres',
  ]
  return `At ${100 * plannedShare} % of a core for each process and each Redis, half of the requests cached:\n\n${formatFiguresTable(header, rows)}`
}
