import { createHmac } from 'node:crypto'
import { type PlanTable, plansPagePath } from '@hexawatt/shared/contract/plans'
import { createSql, pingPostgres } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createDataChanges } from '@hexawatt/shared/snapshot/data-changes'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startTelemetry } from '@hexawatt/shared/telemetry/start-telemetry'
import { type Clock, createClock } from '@hexawatt/shared/time/clock'
import { createClientSubjects } from './auth/client-subjects.ts'
import { createKeyAccess } from './auth/key-access.ts'
import { createPublishKeyChange } from './auth/key-changes.ts'
import { createLiveAnswers } from './cache/response-cache.ts'
import { createPassedAnswers } from './cache/uncached-responses.ts'
import type { Env } from './env.ts'
import { createHandleRequest } from './http/handle-request.ts'
import { createLargeBodies } from './http/large-bodies.ts'
import { createObserve } from './http/request-context.ts'
import { createLimiter } from './limits/limiter.ts'
import { createMonthCounts } from './limits/month-counts.ts'
import { buildAssets } from './pages/dashboard/assets.ts'
import { createCurrentDashboard } from './pages/dashboard/current-dashboard.ts'
import { createDashboardAnswer } from './pages/dashboard/dashboard-answer.ts'
import { createDashboardPages } from './pages/dashboard/dashboard-page.ts'
import { createDocs } from './pages/documentation.ts'
import { createPlansPage } from './pages/plans/plans-page.ts'
import { createAdmit, createAuthenticate, createCountRequest } from './pipeline/admit.ts'
import { createCheckDemo } from './pipeline/check-request.ts'
import type { PageAnswer } from './pipeline/match.ts'
import { createPipeline } from './pipeline/run-pipeline.ts'
import { createFixedAnswer, plansBody, profilesBody } from './plans/plan-answers.ts'
import { createStatusAnswer } from './status/status-answer.ts'
import { createTracedParts } from './traced-parts.ts'
import { createForward } from './upstream/forward.ts'
import { requireHealthy } from './upstream/health-check.ts'
import { createUsageOf } from './usage/usage-bill.ts'
import { createUsageFlush } from './usage/usage-flush.ts'
import { createUsageStore } from './usage/usage-store.ts'

/** What only tests set otherwise. */
export type Seams = {
  /** Real time, ms since the epoch: keys expire by it. */
  realTimeMs: () => number
  /** Longest a service may take, ms. */
  serviceTimeoutMs?: number
  /** Decides how long a live answer is given again, ms. */
  answerTimeMs?: () => number
  /** Measures how long clients take to read, ms. */
  readingTimeMs?: () => number
  /** The data's clock instead of one with the offset of the settings. */
  clock?: Clock
  /** Plans instead of those of `PLANS_FILE`. */
  planTable?: PlanTable
}

const monotonicMs = (): number => performance.now()
const reality: Seams = { realTimeMs: () => Date.now() }

/** The secret that hashes addresses when none is set: the same in all gateways, since it is made from what they share. */
function addressSecretOf({ ADDRESS_HASH_SECRET, INTERNAL_TOKEN }: Env): string {
  return ADDRESS_HASH_SECRET ?? createHmac('sha256', INTERNAL_TOKEN).update('client addresses').digest('hex')
}

/** What everything else of the gateway is built on. */
async function createGround(env: Env, seams: Seams) {
  const { logger, tracing } = await startTelemetry(env, 'gateway')
  const metrics = createMetrics('gateway')
  const sql = createSql(env.DATABASE_URL, 'gateway', undefined, tracing)
  const redis = createRedis(env.REDIS_URL, logger, tracing)
  const planTable = seams.planTable ?? env.PLANS_FILE
  return { env, logger, tracing, traced: createTracedParts(tracing), metrics, sql, redis, planTable, monotonicMs }
}
type Ground = Awaited<ReturnType<typeof createGround>>

/** Limits, and the usage that they count. */
function createCounting({ env, logger, metrics, sql, redis, planTable }: Ground, { realTimeMs }: Seams) {
  const store = createUsageStore(sql, planTable.plans)
  const counts = createMonthCounts(redis)
  const { restoreMonth } = store
  return {
    limiter: createLimiter({ redisUrl: env.REDIS_URL, restoreMonth, monotonicMs, realTimeMs, metrics, logger }),
    flush: createUsageFlush({ counts, store, redis, logger, metrics, realTimeMs }),
    usageOf: createUsageOf({ counts, store, plans: planTable.plans, logger }),
  }
}

/** Who answers what. */
function createAnswering(
  { env, logger, traced, metrics, sql, redis, planTable }: Ground,
  { clock, answerTimeMs = monotonicMs, serviceTimeoutMs }: Seams,
) {
  const forward = traced.forward(
    createForward({
      serviceUrls: {
        'svc-carbon': env.SVC_CARBON_URL,
        'svc-score': env.SVC_SCORE_URL,
        'svc-history': env.SVC_HISTORY_URL,
      },
      internalToken: env.INTERNAL_TOKEN,
      monotonicMs,
      logger,
      metrics,
      ...(serviceTimeoutMs === undefined ? {} : { timeoutMs: serviceTimeoutMs }),
    }),
  )
  const dataClock = clock ?? createClock(env.CLOCK_OFFSET_MS)
  const answerPassed = createPassedAnswers(forward)
  const live = createLiveAnswers({
    forward,
    answerOnce: answerPassed,
    clock: dataClock,
    monotonicMs: answerTimeMs,
    metrics,
  })
  const snapshots = createSnapshotReader({ sql, redis, logger })
  const dashboard = createCurrentDashboard({ snapshots, clock: dataClock, monotonicMs: answerTimeMs, logger })
  const onChange = (name: string) => {
    live.dataChanged()
    dashboard.changed(name)
  }
  return {
    dataChanges: createDataChanges({ redis, onChange, logger }),
    dashboard,
    answerLive: live.answer,
    answerPassed,
    ownAnswers: {
      getPlans: createFixedAnswer(plansBody(planTable)),
      getProfiles: createFixedAnswer(profilesBody()),
      getStatus: createStatusAnswer({ snapshots, monotonicMs }),
      getDashboard: createDashboardAnswer(dashboard),
    },
  }
}

/** Builds everything the gateway works with. It starts without Redis or Postgres too: readiness tells what is missing. */
export async function createDeps(env: Env, seams: Seams = reality) {
  const ground = await createGround(env, seams)
  const { logger, tracing, traced, metrics, sql, redis, planTable } = ground
  const keys = createKeyAccess(ground)
  const { limiter, flush, usageOf } = createCounting(ground, seams)
  const { dataChanges, dashboard, ...answering } = createAnswering(ground, seams)
  const publicBaseUrl = env.PUBLIC_BASE_URL
  const upgradeUrl = env.UPGRADE_URL ?? `${publicBaseUrl}${plansPagePath}`
  const demoKey = env.DEMO_API_KEY ?? null
  const subjects = createClientSubjects({
    trustedProxies: env.TRUSTED_PROXIES,
    addressSecret: addressSecretOf(env),
    planTable,
  })
  const admit = traced.admit(
    createAdmit({
      authenticate: createAuthenticate({ cache: keys.cache, realTimeMs: seams.realTimeMs, logger }),
      countRequest: createCountRequest({ limiter: { take: traced.take(limiter.take) }, upgradeUrl }),
      subjects,
      planTable,
      demoKey,
    }),
  )
  const findDocs = await createDocs({ publicBaseUrl, planTable, demoKey })
  const assets = await buildAssets()
  const pages: ReadonlyMap<string, PageAnswer> = new Map([
    ...createDashboardPages({ current: dashboard, publicBaseUrl, assets }),
    [
      plansPagePath,
      createPlansPage({ planTable, demoKey, publicBaseUrl, accountUrl: env.UPGRADE_URL ?? null, assets }),
    ],
  ])
  const findPage = (path: string) => pages.get(path) ?? findDocs(path)
  const checkDemo = createCheckDemo({ planTable, upgradeUrl })
  const passGate = traced.gate(createPipeline({ admit, checkDemo, findPage, ...answering }))
  await Promise.all([whenRedisReady(redis), keys.whenListening(), limiter.whenReady(), dataChanges.whenListening()])
  flush.start()
  return {
    logger,
    metrics,
    redis,
    publicBaseUrl,
    accounts: { sql, planTable, publishKeyChange: createPublishKeyChange(redis) },
    usageOf,
    handleRequest: createHandleRequest({
      passGate,
      limiter,
      observe: traced.observe(createObserve({ logger, metrics, monotonicMs })),
      largeBodies: createLargeBodies({ subjects, monotonicMs: seams.readingTimeMs ?? monotonicMs, logger, metrics }),
      publicBaseUrl,
      logger,
    }),
    checks: {
      postgres: () => pingPostgres(sql),
      redis: () => redis.ping(),
      'svc-carbon': () => requireHealthy(env.SVC_CARBON_URL),
      'svc-score': () => requireHealthy(env.SVC_SCORE_URL),
      'svc-history': () => requireHealthy(env.SVC_HISTORY_URL),
    },
    async close(): Promise<void> {
      await flush.stop()
      keys.close()
      dataChanges.close()
      limiter.close()
      redis.disconnect()
      await sql.end({ timeout: 5 })
      await tracing?.close()
    },
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
