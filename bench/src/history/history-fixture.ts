import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { startTestServers } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { createSql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { computeOffsetMs } from '@hexawatt/shared/time/clock'
import { buildScriptCommand, createChildPrograms, readPeakMegabytes, root } from '../figures/child-programs.ts'
import { fillSeries, seriesEnd } from './series-store.ts'

const databaseName = 'bench_history'
const internalToken = 'internal-token-of-the-history-benchmark-01'

/** The gateway's headers on a request of a customer whose plan covers the whole series. */
export const requestHeaders: Readonly<Record<string, string>> = {
  accept: 'application/json',
  [internalTokenHeader]: internalToken,
  [principalHeader]: JSON.stringify(
    createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan: 'scale' }, defaultPlanTable),
  ),
}

/** A Postgres with three years of points, on which svc-history can be started repeatedly. */
export async function startHistoryFixture() {
  const servers = await startTestServers(join(root, '.hexawatt/cache'))
  const databaseUrl = new URL(`/${databaseName}`, servers.databaseUrl).href
  const administrator = createSql(servers.databaseUrl, 'bench', 1)
  await administrator.unsafe(`create database ${databaseName}`)
  await administrator.end({ timeout: 1 })
  const sql = createSql(databaseUrl, 'bench', 1)
  await migrate(sql)
  await fillSeries(sql)
  return {
    databaseUrl,
    sql,
    startService: () => startService(databaseUrl),
    async stop(): Promise<void> {
      await sql.end({ timeout: 1 })
      await servers.stop()
    },
  }
}
export type HistoryFixture = Awaited<ReturnType<typeof startHistoryFixture>>

/** svc-history in its own process, with empty caches. Its clock is shortly after the last point. */
async function startService(databaseUrl: string) {
  const port = await freePort()
  const programs = createChildPrograms()
  const env = {
    DATABASE_URL: databaseUrl,
    INTERNAL_PORT: String(port),
    DRAIN_MS: '0',
    INTERNAL_TOKEN: internalToken,
    CLOCK_OFFSET_MS: String(computeOffsetMs(seriesEnd.add({ minutes: 5 }))),
    LOG_LEVEL: 'error',
  }
  const { pid } = await programs.serve(buildScriptCommand('svc-history/src/main.ts'), env, port, {
    readyPath: '/readyz',
  })
  return {
    url: `http://127.0.0.1:${port}`,
    peakMegabytes: () => readPeakMegabytes(pid),
    stop: () => programs.stop(),
  }
}
export type HistoryService = Awaited<ReturnType<typeof startService>>
