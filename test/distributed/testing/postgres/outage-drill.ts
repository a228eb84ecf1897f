import { fingerprintKey } from '@hexawatt/shared/keys/api-key'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { walkPointChain } from '@hexawatt/svc-ingest/src/audit/chain.ts'
import { readPointLines } from '@hexawatt/svc-ingest/src/audit/stored-point-store.ts'
import { revokeKey } from '@hexawatt/svc-web/src/accounts/account-changes.ts'
import { createSilentAccounts } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { until } from '../../../disasters/testing/servers-fixture.ts'
import {
  isEverythingRecomputed,
  letMinimumIntervalPass,
  storedTables,
} from '../../../disasters/testing/stored-tables.ts'
import { type LoggedRequest, startLoad } from '../load.ts'
import type { DrillProcess, Processes } from '../processes.ts'
import { planTableWith, type StoreSettings, startProduct, storeAccounts } from '../product.ts'
import type { FailoverTopology } from './failover-fixture.ts'
import { startIngest, type Upstream } from './ingestion.ts'
import { startWriter } from './writer.ts'

/** When the database of a drill was filled: before the instant of its upstream, so that there is something to poll, but not so long that a score is too old. */
export const filledAt = Temporal.Instant.from('2026-02-03T11:36:00Z')

/** More requests a minute than a drill sends. */
const planTable = planTableWith(6_000)

/** Answers of a gateway without Postgres: to keys that it knows, answers of services that read snapshots. */
const cachedPaths = ['/v1/score', '/v1/carbon/intensity', '/v1/grid/status', '/v1/tariff/today']
const historyPath = '/v1/score/history'
/** Accounts that ask for it. */
const historians = 5

/** How long the product recovers under load before its figures are taken, and how long a change may take to be noticed, ms. */
const recoveryMs = 90_000
const patienceMs = 60_000

/** Whether every source was fetched since the database was filled, and what changed with it is recomputed. */
export async function isUpToDate(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ left: number }[]>`
    select count(*)::int as left from source_status
    where last_success_at is null or last_success_at < ${filledAt.add({ minutes: 5 })}`
  return row?.left === 0 && (await isEverythingRecomputed(sql))
}

type OutageDrill = {
  topology: FailoverTopology
  upstream: Upstream
  processes: Processes
  /** Addresses of the stores. */
  stores: StoreSettings
  /** Takes the database away for a while; resolves when that is over or has become somebody else's business. */
  fault: () => Promise<void>
}

/**
 * Runs the whole product under load through a fault that comes while svc-ingest is in the middle of storing what it has fetched, and tells what the
 * clients saw and what is stored afterwards.
 */
export async function runOutage({ topology, upstream, processes, stores, fault }: OutageDrill) {
  const accounts = await storeAccounts(topology.directUrl('hexawatt'), planTable, 1 + cachedPaths.length + historians)
  const { gateways } = await startProduct({
    processes,
    stores,
    gatewayCount: 1,
    planTable,
    services: ['svc-carbon', 'svc-score', 'svc-history'],
    clockOffsetMs: upstream.clockOffsetMs,
  })
  const [gatewayUrl = ''] = gateways.map(({ url }) => url)
  const statusOf = async (path: string, key: string): Promise<number> =>
    (await fetch(`${gatewayUrl}${path}`, { headers: { 'x-api-key': key } })).status
  for (const { key } of accounts) {
    for (const path of [...cachedPaths, historyPath])
      await until(`an answer of ${path}`, async () => (await statusOf(path, key)) === 200)
  }
  const [revoked, ...asking] = accounts
  if (revoked === undefined) throw new Error('no account')

  const direct = createSql(topology.directUrl('hexawatt'), 'drill', 3)
  const before = await readPoints(direct)
  const writer = await startWriter(topology.url)
  const load = startLoad(
    [gatewayUrl],
    asking.map((account, index) => {
      const path = cachedPaths[index]
      // Answers of svc-history are never cached, and an account gets few of them at once.
      return path === undefined ? { ...account, perSecond: 1, path: historyPath } : { ...account, perSecond: 5, path }
    }),
  )
  const held = await holdInTheMiddle({
    direct,
    start: () => startIngest(processes, 'svc-ingest', upstream, stores),
  })
  await Bun.sleep(1_000)
  const faultAtMs = performance.now()
  await fault()
  held.letGo()
  await topology.whenWritable()
  const writableAfterSeconds = (performance.now() - faultAtMs) / 1_000
  const revocationMs = await revocationTime(topology.url, revoked.key, () => statusOf('/v1/score', revoked.key))
  const isRecovered = await until('everything stored', () => isUpToDate(direct), recoveryMs).then(
    () => true,
    () => false,
  )
  const log = await load.stop()
  const rows = await writer.finish()
  const ingestStatus = held.ingest.hasExited() ? 'ended' : 'running'
  await held.ingest.stop()
  const ingestLog = await held.ingest.log()
  const knownAccounts = new Set(asking.slice(0, cachedPaths.length).map(({ accountId }) => accountId))
  const outcome = {
    cached: log.filter(({ accountId }) => knownAccounts.has(accountId)),
    history: log.filter(({ accountId }) => !knownAccounts.has(accountId)),
    rows,
    writableAfterSeconds,
    revocationMs,
    ingestStatus,
    isRecovered,
    ingestLog,
    before,
    after: await readPoints(direct),
    tables: await storedTables(direct),
  }
  await direct.end({ timeout: 1 })
  return outcome
}
export type Outage = Awaited<ReturnType<typeof runOutage>>

/** The links of the audit chain, a UTC day each, and the lines of the points that they are made of. */
async function readPoints(sql: Sql) {
  const today = filledAt.toZonedDateTimeISO('UTC').toPlainDate()
  const chain = await Array.fromAsync(walkPointChain(sql))
  const lines = await readPointLines(sql, today.subtract({ days: 1 }), today.add({ days: 1 }))
  return { chain, lines }
}

type Hold = { direct: Sql; start: () => Promise<DrillProcess> }

/** Starts svc-ingest, and holds it up by a lock where it stores values; `letGo` lets it go on where the fault has not. */
async function holdInTheMiddle({ direct, start }: Hold) {
  await letMinimumIntervalPass(direct)
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: started, resolve, reject } = Promise.withResolvers<DrillProcess>()
  const holding = direct.begin(async (tx) => {
    await tx`lock table feed_values_2026_02 in share row exclusive mode`
    const ingest = await start()
    await until('a worker in the middle of its transaction', async () => {
      const [row] = await direct<{ isWaiting: boolean; hasSignal: boolean }[]>`
        select
          exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query ilike '%insert into feed_values%') as is_waiting,
          -- Its publisher allows one call in 15 minutes: a lost one is not repeated within a drill.
          exists (select from source_status where source = 'grid_signals' and last_success_at > ${filledAt}) as has_signal`
      return row?.isWaiting === true && row.hasSignal
    })
    resolve(ingest)
    await released
  })
  // The fault ends this transaction too.
  holding.catch(reject)
  return { ingest: await started, letGo }
}

/** From the commit of a revocation, of which nobody tells the gateway, to the first refusal of the key, ms. */
async function revocationTime(databaseUrl: string, key: string, status: () => Promise<number>): Promise<number> {
  const sql = createSql(databaseUrl, 'drill', 1)
  const { sha256 } = fingerprintKey(key)
  await until(
    'the revocation',
    () =>
      revokeKey(createSilentAccounts({ sql, planTable }), { sha256 }).then(
        () => true,
        () => false,
      ),
    patienceMs,
  )
  const revokedAtMs = performance.now()
  await until('a refusal', async () => (await status()) === 401, patienceMs)
  const passedMs = performance.now() - revokedAtMs
  await sql.end({ timeout: 1 })
  return passedMs
}

/** From the first request with this status to the end of the last one, s; 0 without any. */
export function secondsWith(log: readonly LoggedRequest[], status: number): number {
  const those = log.filter((request) => request.status === status)
  if (those.length === 0) return 0
  const [first, last] = [those.map(({ sentAtMs }) => sentAtMs), those.map(({ endedAtMs }) => endedAtMs)]
  return (Math.max(...last) - Math.min(...first)) / 1_000
}
