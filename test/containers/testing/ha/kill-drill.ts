import type { Figure } from '@hexawatt/dev/src/drill-figures.ts'
import { countRequests, isFailed, type Load, type LoggedRequest } from '../../../distributed/testing/load.ts'
import type { SeenPage } from '../../../distributed/testing/page-watch.ts'
import type { Cluster } from './cluster.ts'
import type { StoreWatch } from './store-watch.ts'

/** Load goes on for so long after everything is healthy, ms. */
const afterMs = 1_000
/** A new leader comes within this, ms: Patroni's lock lasts for 20 s. */
const takeOverMs = 90_000

export type DrillStage = {
  cluster: Cluster
  stores: StoreWatch
  load: Load
  pages: { seen: readonly SeenPage[] }
}

export type Kill = {
  /** Service whose container is killed. */
  service: string
  /** Store that must take writes again before the container is started again. */
  store?: 'postgres' | 'redis'
  /** How long the container is away, ms; with a store at least until that takes writes again. */
  awayMs: number
}

export type KillResult = {
  figures: Figure[]
  /** Requests and pages that got a 5xx, or no answer: each as a line. */
  failures: string[]
}

/** Kills a container under load, starts it again, and measures until everything is healthy. */
export async function killUnderLoad({ cluster, stores, load, pages }: DrillStage, kill: Kill): Promise<KillResult> {
  const { service, store, awayMs } = kill
  const name = await cluster.containerOf(service)
  // Requests that are under way now belong to the drill.
  const [beganAtMs, beganAtWallMs] = [performance.now(), Date.now()]
  await cluster.kill(name)
  const killedAtMs = performance.now()
  const newLeaderSeconds = store === undefined ? null : await stores.secondsUntilWritten(store, Date.now(), takeOverMs)
  await Bun.sleep(Math.max(0, awayMs - (performance.now() - killedAtMs)))
  const startedAtMs = performance.now()
  await cluster.start(name)
  await cluster.untilHealthy()
  const healthyAtMs = performance.now()
  await Bun.sleep(afterMs)

  const isDuring = ({ sentAtMs, endedAtMs }: { sentAtMs: number; endedAtMs: number }) =>
    endedAtMs >= beganAtMs && sentAtMs <= healthyAtMs
  const log = load.log.filter(isDuring)
  const seen = pages.seen.filter(isDuring)
  const failedPages = seen.filter(({ status }) => status !== 200)
  const { sent, served, refused, failed, serverErrors, slowestMs, p99Ms } = countRequests(log)
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const pauses = (['postgres', 'redis'] as const).map((each) => stores.longestPauseSeconds(each, beganAtWallMs))
  const rows: Figure[] = [
    { name: 'requests; 200; 429', value: `${sent}; ${served}; ${refused}` },
    { name: '5xx; without an answer', value: `${serverErrors}; ${failed - serverErrors}`, target: '0; 0' },
    { name: 'pages; of which not 200', value: `${seen.length}; ${failedPages.length}`, target: '0' },
    { name: '99 % of the answers within; longest, s', value: `${seconds(p99Ms)}; ${seconds(slowestMs)}` },
    { name: 'until a new leader takes writes, s', value: newLeaderSeconds?.toFixed(1) ?? 'no leader lost' },
    {
      name: 'longest pause of writes to Postgres; to Redis, s',
      value: pauses.map((each) => each.toFixed(1)).join('; '),
    },
    { name: 'away, s', value: seconds(startedAtMs - killedAtMs) },
    { name: 'from its start to full health, s', value: seconds(healthyAtMs - startedAtMs) },
  ]
  const lineOf = (what: string, { sentAtMs, endedAtMs, status }: LoggedRequest | SeenPage, reason = '') =>
    `${what} ${status} ${reason}, sent ${seconds(sentAtMs - killedAtMs)} s after the kill, took ${seconds(endedAtMs - sentAtMs)} s`
  return {
    figures: rows.map((row) => ({ ...row, name: `${service}: ${row.name}` })),
    failures: [
      ...log.filter(isFailed).map((request) => lineOf(request.accountId, request, request.reason)),
      ...failedPages.map((page) => lineOf(page.path, page)),
    ],
  }
}
