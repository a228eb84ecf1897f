import { createHmac } from 'node:crypto'
import { type PlanTable, plansPagePath } from '@hexawatt/shared/contract/plans'
import { createUpgrades } from '@hexawatt/shared/errors/upgrades'
import { createSql, pingPostgres } from '@hexawatt/shared/postgres/client'
import { refuseOtherZone } from '@hexawatt/shared/postgres/data-stamp-store'
import { createSchemaCondition } from '@hexawatt/shared/postgres/schema-version-store'
import { createDrain } from '@hexawatt/shared/program/drain'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { redisTargetOf } from '@hexawatt/shared/redis/settings'
import { refuseRedisOfOtherZone } from '@hexawatt/shared/redis/zone-stamp'
import { createDataChanges } from '@hexawatt/shared/snapshot/data-changes'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotsCondition } from '@hexawatt/shared/snapshot/readable-snapshots-store'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startTelemetry } from '@hexawatt/shared/telemetry/start-telemetry'
import { type Clock, createClock } from '@hexawatt/shared/time/clock'
import { createAccountParts, signUpOf, upgradePageOf } from './account-parts.ts'
import { createClientSubjects } from './auth/client-subjects.ts'
import { createKeyAccess } from './auth/key-access.ts'
import { createPublishKeyChange } from './auth/key-changes.ts'
import { createKeyHelp } from './auth/key-help.ts'
import { createCacheLookups } from './cache/response-cache.ts'
import { countByDay, countedByDay, createCounting } from './counting.ts'
import type { Env } from './env.ts'
import { createEvents, type Events } from './events/events-endpoint.ts'
import { createHandleRequest } from './http/handle-request.ts'
import { createLargeBodies } from './http/large-bodies.ts'
import { createObserve } from './http/request-context.ts'
import { createQueueDesk } from './operator/page/queue-desk.ts'
import { buildAssets } from './pages/dashboard/assets.ts'
import { createCurrentDashboard } from './pages/dashboard/current-dashboard.ts'
import { createDashboardPages } from './pages/dashboard/dashboard-page.ts'
import { createDashboardResponse } from './pages/dashboard/dashboard-response.ts'
import { createDocs } from './pages/documentation.ts'
import { createPlansPage } from './pages/plans/plans-page.ts'
import { createAdmit, createAuthenticate, createCountRequest, publicCaller } from './pipeline/admit.ts'
import { createCheckDemo, createCheckQuery } from './pipeline/check-request.ts'
import type { PageHandler } from './pipeline/match.ts'
import { createFixedResponse, plansBody, profilesBody } from './plans/plan-responses.ts'
import { createStatusResponse } from './status/status-response.ts'
import { createTracedParts } from './traced-parts.ts'
import { createUpstreamMetrics } from './upstream/forward.ts'
import { requireHealthy } from './upstream/health-check.ts'
import { createZones } from './zones/zones.ts'

/** What only tests replace. */
export type Seams = {
  /** Real time, ms since the epoch: keys expire by it. */
  realTimeMs: () => number
  /** Longest a service may take, ms. */
  serviceTimeoutMs?: number
  /** Monotonic time of the response cache, ms. */
  cacheTimeMs?: () => number
  /** Monotonic time of slow readers, ms. */
  readingTimeMs?: () => number
  /** Monotonic time of event streams, ms. */
  eventTimeMs?: () => number
  /** Event streams of the gateway at once. */
  maxEventStreams?: number
  /** Monotonic time of the key cache, ms. */
  keyTimeMs?: () => number
  /** The data's clock instead of one with the offset of the settings. */
  clock?: Clock
  /** Plans instead of those of `PLANS_FILE`. */
  planTable?: PlanTable
}

const monotonicMs = (): number => performance.now()
const realSeams: Seams = { realTimeMs: () => Date.now() }

/** The secret of the address hashes; by default derived from the internal token, so that all gateways have the same. */
function addressSecretOf({ ADDRESS_HASH_SECRET, INTERNAL_TOKEN }: Env): string {
  return ADDRESS_HASH_SECRET ?? createHmac('sha256', INTERNAL_TOKEN).update('client addresses').digest('hex')
}

async function createInfrastructure(env: Env, seams: Seams) {
  const { logger: programLogger, tracing } = await startTelemetry(env, 'gateway')
  // One of several processes says which in every line and every sample.
  const labels = env.GATEWAY_PROCESS === undefined ? {} : { process: String(env.GATEWAY_PROCESS) }
  const logger = programLogger.child(labels)
  const metrics = createMetrics('gateway', env.ZONE, labels)
  const sql = createSql(env.DATABASE_URL, 'gateway', undefined, tracing)
  await refuseOtherZone(sql, env.ZONE)
  const redis = createRedis(redisTargetOf(env, 'snapshots'), logger, tracing)
  const planTable = seams.planTable ?? env.PLANS_FILE
  const upgrades = createUpgrades(planTable, upgradePageOf(env))
  const traced = createTracedParts(tracing)
  return { env, logger, tracing, traced, metrics, sql, redis, planTable, upgrades, monotonicMs }
}
type Infrastructure = Awaited<ReturnType<typeof createInfrastructure>>

function createOperations(
  { env, logger, traced, metrics, sql, redis, planTable, upgrades }: Infrastructure,
  { clock, cacheTimeMs = monotonicMs, serviceTimeoutMs }: Seams,
  events: Events,
) {
  const dataClock = clock ?? createClock(env.CLOCK_OFFSET_MS)
  const publicBaseUrl = env.PUBLIC_BASE_URL
  const zones = createZones({
    traced,
    clock: dataClock,
    cacheTimeMs,
    lookups: createCacheLookups(metrics),
    upgrades,
    events,
    metrics: createUpstreamMetrics(metrics),
    internalToken: env.INTERNAL_TOKEN,
    serviceClient: env.SERVICE_CLIENT,
    monotonicMs,
    publicBaseUrl,
    logger,
    ...(serviceTimeoutMs === undefined ? {} : { timeoutMs: serviceTimeoutMs }),
    own: {
      zone: env.ZONE,
      services: {
        'svc-carbon': env.SVC_CARBON_URL,
        'svc-score': env.SVC_SCORE_URL,
        'svc-history': env.SVC_HISTORY_URL,
      },
    },
    cells: env.ZONES_FILE,
  })
  const snapshots = createSnapshotReader({ sql, redis, logger })
  const dashboard = createCurrentDashboard({ snapshots, clock: dataClock, monotonicMs: cacheTimeMs, logger })
  const onChange = (name: string) => {
    zones.ownDataChanged()
    dashboard.changed(name)
  }
  return {
    dataChanges: createDataChanges({ redis, onChange, logger }),
    dashboard,
    zones,
    snapshots,
    /** What needs no service, or the stores of the gateway's own zone alone. */
    ownOperations: {
      getPlans: createFixedResponse(plansBody(planTable)),
      getProfiles: createFixedResponse(profilesBody()),
      getStatus: createStatusResponse({ snapshots, monotonicMs }),
      getDashboard: createDashboardResponse(dashboard),
    },
  }
}

/** Builds the gateway. It starts without Redis or Postgres too: readiness names what is missing. */
export async function createDeps(env: Env, seams: Seams = realSeams) {
  const infrastructure = await createInfrastructure(env, seams)
  const { logger, tracing, traced, metrics, sql, redis, planTable, upgrades } = infrastructure
  const keys = createKeyAccess({ ...infrastructure, monotonicMs: seams.keyTimeMs ?? monotonicMs })
  const counting = createCounting({ ...infrastructure, realTimeMs: seams.realTimeMs })
  const { limiter, days, usageOf, accountUsage, usageExport } = counting
  const publicBaseUrl = env.PUBLIC_BASE_URL
  const demoKey = env.DEMO_API_KEY ?? null
  const subjects = createClientSubjects({
    trustedProxies: env.TRUSTED_PROXIES,
    addressSecret: addressSecretOf(env),
    planTable,
  })
  const drain = createDrain()
  const authenticate = createAuthenticate({ cache: keys.cache, realTimeMs: seams.realTimeMs, logger })
  const countRequest = createCountRequest({ limiter: { take: traced.take(limiter.take) }, upgrades })
  const eventTimeMs = seams.eventTimeMs ?? monotonicMs
  const events = createEvents({
    authenticate,
    countRequest,
    countAnswer: (context, status) => countByDay(days, context, status),
    drain,
    publicBaseUrl,
    monotonicMs: eventTimeMs,
    maxStreams: seams.maxEventStreams,
    logger,
    metrics,
  })
  const { dataChanges, dashboard, zones, snapshots, ownOperations } = createOperations(infrastructure, seams, events)
  const keyHelp = createKeyHelp({ publicBaseUrl, demoKey })
  const admit = traced.admit(createAdmit({ authenticate, countRequest, subjects, planTable, demoKey, keyHelp }))
  const findDocs = await createDocs({ publicBaseUrl, planTable, demoKey })
  const assets = await buildAssets()
  const pages: ReadonlyMap<string, PageHandler> = new Map([
    ...createDashboardPages({ current: dashboard, publicBaseUrl, assets }),
    [plansPagePath, createPlansPage({ planTable, demoKey, publicBaseUrl, assets, ...signUpOf(env) })],
  ])
  const findPage = (path: string) => pages.get(path) ?? findDocs(path)
  const accounts = { sql, planTable, publishKeyChange: createPublishKeyChange(redis) }
  const accountParts = await createAccountParts({
    ...infrastructure,
    accounts,
    accountUsage,
    usageExport,
    realTimeMs: seams.realTimeMs,
    subjects,
    addressSecret: addressSecretOf(env),
    limiter,
    countStranger: (context) => countRequest(context, subjects.anonymous(context), publicCaller),
    assets,
  })
  const { findPrivate } = accountParts
  const queues = createQueueDesk(redisTargetOf(env, 'queues'), logger)
  const checks = { checkDemo: createCheckDemo({ planTable, upgrades }), checkQuery: createCheckQuery({ upgrades }) }
  const runPipeline = traced.pipeline(zones.createPipelines({ admit, ...checks, findPage, findPrivate, ownOperations }))
  await Promise.all([whenRedisReady(redis), keys.whenListening(), limiter.whenReady(), dataChanges.whenListening()])
  await refuseRedisOfOtherZone(redis, env.ZONE)
  counting.startCounting()
  return {
    logger,
    metrics,
    redis,
    publicBaseUrl,
    accounts,
    usageOf,
    usageExport,
    operator: { accountUsage, snapshots, queues, assets },
    drain,
    handleRequest: createHandleRequest({
      runPipeline,
      limiter,
      observe: countedByDay(days, traced.observe(createObserve({ logger, metrics, monotonicMs }))),
      largeBodies: createLargeBodies({ subjects, monotonicMs: seams.readingTimeMs ?? monotonicMs, logger, metrics }),
      publicBaseUrl,
      logger,
      drain,
    }),
    conditions: {
      schema: createSchemaCondition(sql, logger),
      snapshots: createSnapshotsCondition(sql, [statusSnapshot]),
    },
    checks: {
      postgres: () => pingPostgres(sql),
      redis: () => redis.ping(),
      'svc-carbon': () => requireHealthy(env.SVC_CARBON_URL),
      'svc-score': () => requireHealthy(env.SVC_SCORE_URL),
      'svc-history': () => requireHealthy(env.SVC_HISTORY_URL),
    },
    async close(): Promise<void> {
      events.close()
      await counting.stopCounting()
      await accountParts.stop()
      keys.close()
      dataChanges.close()
      await limiter.close()
      counting.closeCounting()
      await queues.close()
      redis.disconnect()
      await sql.end({ timeout: 5 })
      await tracing?.close()
    },
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
