import { createUpstreamApp } from '@hexawatt/dev/src/upstream/app.ts'
import { createFaultSwitch } from '@hexawatt/dev/src/upstream/faults/fault-switch.ts'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import { createApp as createGatewayApp } from '@hexawatt/gateway/src/app.ts'
import { createDeps as createGatewayDeps, type Seams } from '@hexawatt/gateway/src/deps.ts'
import { Env as GatewayEnv } from '@hexawatt/gateway/src/env.ts'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { type ReportedSourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import { isDatasetId, neighbourMixIds } from '@hexawatt/shared/grid/publishers'
import { createSql } from '@hexawatt/shared/postgres/client'
import type { RoleProgram } from '@hexawatt/shared/postgres/roles/program-roles'
import { createSnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { createLeapingTime } from '@hexawatt/shared/testing/leaping-time'
import {
  buildTestRoleUrl,
  createTestDatabase,
  createTestRedisUrl,
  type TestContent,
} from '@hexawatt/shared/testing/stores-fixture'
import { createApp as createCarbonApp } from '@hexawatt/svc-carbon/src/app.ts'
import { createDeps as createCarbonDeps } from '@hexawatt/svc-carbon/src/deps.ts'
import { Env as CarbonEnv } from '@hexawatt/svc-carbon/src/env.ts'
import { createApp as createHistoryApp } from '@hexawatt/svc-history/src/app.ts'
import { createDeps as createHistoryDeps } from '@hexawatt/svc-history/src/deps.ts'
import { Env as HistoryEnv } from '@hexawatt/svc-history/src/env.ts'
import { createDeps as createIngestDeps } from '@hexawatt/svc-ingest/src/deps.ts'
import { Env as IngestEnv } from '@hexawatt/svc-ingest/src/env.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import { isOpenSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { createApp as createScoreApp } from '@hexawatt/svc-score/src/app.ts'
import { createDeps as createScoreDeps } from '@hexawatt/svc-score/src/deps.ts'
import { Env as ScoreEnv } from '@hexawatt/svc-score/src/env.ts'
import { createApp as createWebApp } from '@hexawatt/svc-web/src/app.ts'
import { createDeps as createWebDeps } from '@hexawatt/svc-web/src/deps.ts'
import { Env as WebEnv } from '@hexawatt/svc-web/src/env.ts'
import { openSettings, polledContent } from './ingest-fixture.ts'
import { createRunningTestClock, createTestClock } from './test-clock.ts'

export type GatewayOptions = {
  /** Settings in addition to the addresses of stores and services. */
  settings?: Readonly<Record<string, string>>
  /** Settings of tests only; without a plan table of its own no test meets a limit of the minute. */
  seams?: Partial<Seams>
}

export type SystemOptions = {
  /** Time of the system's clock; it stands still until the test moves it, unless it runs. */
  asOf: string
  isClockRunning?: boolean
  /** Folder of recordings; without it the generator speaks. */
  replayDir?: string
  /** `live` reads the operator’s API, and the open sources as fallback sources; `open` only the open sources. Without it: demo, or replay of a folder. */
  mode?: 'live' | 'open'
  /** Further settings of every program. */
  settings?: Readonly<Record<string, string>>
  gateway?: GatewayOptions
  /** Address of a migrated database that the test removes itself; without it the system has one of its own. */
  databaseUrl?: string
  /** Initial content of the system's own database. */
  content?: TestContent
}

const credentials = { clientId: 'test-client', clientSecret: 'test-secret' }
const internalToken = 'internal-token-of-the-system-tests-0123456'
const loopback = { port: 0, hostname: '127.0.0.1', reusePort: false }
const noWait = async (): Promise<void> => undefined
const publicBaseUrl = 'http://localhost:8080'

/**
 * The whole product in one process, of real parts: demo upstream, ingest, services and gateway on real HTTP, with a
 * Postgres database and a Redis database of their own. Only time and the polls are in the test's hand. Each program has the rights of its own role in Postgres.
 */
export async function startSystem({
  asOf,
  replayDir,
  mode,
  settings: everywhere = {},
  isClockRunning = false,
  gateway: gatewayOptions,
  databaseUrl,
  content,
}: SystemOptions) {
  const clock = isClockRunning ? createRunningTestClock(asOf) : createTestClock(asOf)
  const [database, redisUrl] = await Promise.all([
    databaseUrl === undefined ? createTestDatabase(content) : { url: databaseUrl, drop: noWait },
    createTestRedisUrl(),
  ])
  const sql = createSql(database.url, 'test', 2)
  const storesOf = (program: RoleProgram) => ({
    DATABASE_URL: buildTestRoleUrl(database.url, program),
    REDIS_URL: redisUrl,
    LOG_LEVEL: 'silent',
    INTERNAL_PORT: '0',
    ...everywhere,
  })

  const faults = createFaultSwitch()
  const source = createGridSource({ clock, ...(replayDir === undefined ? {} : { replayDir }) })
  const upstream = createUpstreamApp({ clock, credentials, source, faults })
  upstream.listen(loopback)
  const upstreamUrl = `http://127.0.0.1:${upstream.server?.port}`

  const ingestEnv = parseEnv(IngestEnv, {
    // The past is loaded where a test is about it: it would change forecasts while others compare them.
    LOAD_PAST: 'off',
    ...storesOf('svc-ingest'),
    DATA_MODE: mode ?? (replayDir === undefined ? 'demo' : 'replay'),
    RTE_BASE_URL: upstreamUrl,
    RTE_CLIENT_ID: credentials.clientId,
    RTE_CLIENT_SECRET: credentials.clientSecret,
    EMISSION_FACTORS_BASE_URL: upstreamUrl,
    COUNTRY_INTENSITIES_BASE_URL: upstreamUrl,
    ...openSettings(upstreamUrl),
  })
  // Waits between tries and calls are skipped: what is tried again is under test, not how long it takes.
  const ingestDeps = await createIngestDeps(ingestEnv, noWait, undefined, 0)
  const ingest = { ...ingestDeps, clock, snapshots: createSnapshotWriter({ ...ingestDeps, clock }) }
  await seedReferences(ingest.sql)
  const poller = createPoller(ingest)

  const internal = { INTERNAL_TOKEN: internalToken, PUBLIC_BASE_URL: publicBaseUrl }
  const envOf = (program: RoleProgram) => ({ ...storesOf(program), ...internal })
  const carbonDeps = { ...(await createCarbonDeps(parseEnv(CarbonEnv, envOf('svc-carbon')))), clock }
  const carbon = createCarbonApp(carbonDeps).listen(loopback)
  const carbonUrl = `http://127.0.0.1:${carbon.server?.port}`
  const scoreDeps = { ...(await createScoreDeps(parseEnv(ScoreEnv, envOf('svc-score')), createLeapingTime())), clock }
  const score = createScoreApp(scoreDeps).listen(loopback)
  const scoreUrl = `http://127.0.0.1:${score.server?.port}`
  const historyDeps = { ...(await createHistoryDeps(parseEnv(HistoryEnv, envOf('svc-history')))), clock }
  const history = createHistoryApp(historyDeps).listen(loopback)
  const historyUrl = `http://127.0.0.1:${history.server?.port}`
  const webDeps = await createWebDeps(parseEnv(WebEnv, envOf('svc-web')), { clock, cacheTimeMs: createLeapingTime() })
  const web = createWebApp(webDeps, {}).listen(loopback)
  const webUrl = `http://127.0.0.1:${web.server?.port}`

  const gatewaySettings = {
    ...envOf('gateway'),
    SVC_CARBON_URL: carbonUrl,
    SVC_SCORE_URL: scoreUrl,
    SVC_HISTORY_URL: historyUrl,
    SVC_WEB_URL: webUrl,
    // No mail is sent here, so that no one can sign in.
    ACCOUNTS: 'closed',
  }
  /** Another gateway on the same stores and services. */
  async function startGateway({ settings = {}, seams = {} }: GatewayOptions = {}) {
    const deps = await createGatewayDeps(parseEnv(GatewayEnv, { ...gatewaySettings, ...settings }), {
      realTimeMs: () => Date.now(),
      clock,
      planTable: generousPlanTable,
      // Tests move the clock and the data, and ask at once: nothing is given again unless a test is about that.
      cacheTimeMs: createLeapingTime(),
      ...seams,
    })
    const app = createGatewayApp(deps.http).listen(loopback)
    const url = `http://127.0.0.1:${app.server?.port}`
    const stop = () => app.stop().then(deps.close)
    return { url, deps, stop }
  }
  const gateway = await startGateway(gatewayOptions)
  const gatewayUrl = gateway.url
  /** A new key of an account of its own. */
  async function createKey(plan: PlanId): Promise<string> {
    return (await storeTestKey({ sql }, plan)).key
  }
  const key = await createKey('scale')

  return {
    clock,
    faults,
    /** Dependencies of svc-ingest, for tests that start its workers. */
    ingest,
    /** The database with the rights of svc-ingest, for its commands. */
    ingestDatabaseUrl: ingestEnv.DATABASE_URL,
    /** Address of the demo upstream. */
    upstreamUrl,
    /** As the owner of the schema. */
    sql,
    redis: ingest.redis,
    carbonUrl,
    scoreUrl,
    historyUrl,
    webUrl,
    gatewayUrl,
    /** Settings for a gateway process of the test. */
    gatewaySettings,
    startGateway,
    /**
     * Polls one source as a worker does, or several one after the other with one refresh of the snapshots after them, as of workers whose
     * polls end during a refresh. A failure is returned, not thrown, as the worker would log it.
     */
    async poll(...sources: ReportedSourceId[]): Promise<(Error | null)[]> {
      const failure = (work: Promise<void>) =>
        work.then(
          () => null,
          (error: Error) => error,
        )
      const [only, another] = sources
      if (only !== undefined && another === undefined) return [await failure(poller.poll(only))]
      const outcomes: (Error | null)[] = []
      for (const source of sources) outcomes.push(await failure(poller.store(source)))
      const refreshFailure = await failure(poller.refreshLive())
      return outcomes.map((outcome) => outcome ?? refreshFailure)
    },
    /** Turns of the datasets of open sources: those that a feed needs and whose time has come are asked. Returns their ids. */
    async pollOpen(asked: 'planned' | 'start' = 'planned'): Promise<string[]> {
      const polled: string[] = []
      for (const { id } of ingest.sources.filter(isOpenSource)) {
        if (isDatasetId(id) && (await poller.storeOpen(id, asked).catch(() => false))) polled.push(id)
      }
      await poller.refreshLive()
      return polled
    },
    /** Polls the regions, and refreshes the snapshots. @throws UpstreamError */
    pollRegions: () => poller.pollOpen('odre_regional', 'start'),
    /** Polls the mixes of all neighbours; snapshots stay as they are. @throws UpstreamError */
    async storeNeighbours(): Promise<void> {
      for (const id of Object.values(neighbourMixIds)) await poller.storeOpen(id, 'start')
    },
    /** Polls one source; snapshots stay as they are until they are refreshed. @throws UpstreamError */
    store: (source: ReportedSourceId) => poller.store(source),
    refreshLive: poller.refreshLive,
    createKey,
    /** `GET` through the gateway with a key of the largest plan, or the one among the headers. */
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${gatewayUrl}${path}`, { headers: { 'x-api-key': key, ...headers } }),
    async stop(): Promise<void> {
      await gateway.stop()
      await Promise.all([carbon.stop(), score.stop(), history.stop(), web.stop(), upstream.stop(true)])
      await Promise.all([carbonDeps.close(), scoreDeps.close(), historyDeps.close(), webDeps.close(), ingest.close()])
      await sql.end({ timeout: 5 })
      await database.drop()
    },
  }
}
export type System = Awaited<ReturnType<typeof startSystem>>

/** {@link startSystem} at an instant at which every source has been polled: its database is a clone, since many tests begin there. */
export async function startPolledSystem(options: Omit<SystemOptions, 'content'>): Promise<System> {
  const system = await startSystem({ ...options, content: polledContent(options.asOf, sourceIds) })
  // The database has the snapshots, Redis not yet.
  await system.refreshLive()
  return system
}
