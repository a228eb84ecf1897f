import { type Operation, operations as productOperations } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { type PlanTable, plansPagePath } from '@hexawatt/shared/contract/plans'
import { accountPlanPath } from '@hexawatt/shared/contract/web-paths'
import { createUpgrades } from '@hexawatt/shared/errors/upgrades'
import { deriveAddressSecret } from '@hexawatt/shared/keys/keyed-hash'
import { createSql, pingPostgres } from '@hexawatt/shared/postgres/client'
import { refuseOtherZone } from '@hexawatt/shared/postgres/data-stamp-store'
import { createSchemaCondition } from '@hexawatt/shared/postgres/schema-version-store'
import { createDrain } from '@hexawatt/shared/program/drain'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { toRedisTarget } from '@hexawatt/shared/redis/settings'
import { refuseRedisOfOtherZone } from '@hexawatt/shared/redis/zone-stamp'
import { createDataChanges } from '@hexawatt/shared/snapshot/data-changes'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotsCondition } from '@hexawatt/shared/snapshot/readable-snapshots-store'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startTelemetry } from '@hexawatt/shared/telemetry/start-telemetry'
import type { Clock } from '@hexawatt/shared/time/clock'
import { createAnswers } from './answers.ts'
import { createClientSubjects } from './auth/client-subjects.ts'
import { createKeyAccess } from './auth/key-access.ts'
import { createKeyHelp } from './auth/key-help.ts'
import type { Env } from './env.ts'
import { createEvents } from './events/events-endpoint.ts'
import { createDocuments } from './gateway-answers/documents.ts'
import { createAnswerRequest } from './http/answer-request.ts'
import { createLargeBodies } from './http/large-bodies.ts'
import { createObserve } from './http/request-context.ts'
import { createRequestTraces, traceTake } from './http/traces.ts'
import { createAdmit, createCountRequest } from './pipeline/admit.ts'
import { createAuthenticate } from './pipeline/authenticate.ts'
import { createCheckDemo, createCheckQuery } from './pipeline/check-request.ts'
import { createOperationRoutes } from './pipeline/operation-routes.ts'
import { createUnknownPath } from './pipeline/unknown-path.ts'
import { countByDay, createRequestCounters, withAccountUsage } from './request-counters.ts'
import { createUpstreamMetrics } from './upstream/forward.ts'
import { requireHealthy } from './upstream/health-check.ts'
import { createForwardPage } from './web/forward-page.ts'
import { createUnknownPage, createWebResources } from './web/web-resources.ts'

/** Replaced by tests only. */
export type Seams = {
  /** Real time, ms since the epoch: keys expire by it. */
  realTimeMs: () => number
  /** Longest time a service may take, ms. */
  serviceTimeoutMs?: number
  /** Longest time svc-web may take, ms. */
  pageTimeoutMs?: number
  /** Monotonic time of the response cache, ms. */
  cacheTimeMs?: () => number
  /** Monotonic time of slow readers, ms. */
  readingTimeMs?: () => number
  /** Monotonic time of event streams, ms. */
  eventTimeMs?: () => number
  /** Event streams of the gateway at once. */
  maxEventStreams?: number
  maxEventContracts?: number
  /** Monotonic time of the key cache, ms. */
  keyTimeMs?: () => number
  /** The data's clock instead of one with the offset of the settings. */
  clock?: Clock
  /** Plans instead of those of `PLANS_FILE`. */
  planTable?: PlanTable
  /** Operations served by GET, instead of those of the contract. */
  operations?: readonly Operation[]
}

const monotonicMs = (): number => performance.now()
const realSeams: Seams = { realTimeMs: () => Date.now() }

/** Whether people can open accounts. Cookies and forms of accounts do not work below a path. */
function areAccountsOpen({ ACCOUNTS, SVC_WEB_URL, PUBLIC_BASE_URL }: Env): boolean {
  const accounts = ACCOUNTS ?? (SVC_WEB_URL === undefined ? 'closed' : 'open')
  return accounts === 'open' && new URL(PUBLIC_BASE_URL).pathname === '/'
}

/** Address where a caller can change plans: the operator's page, else the account page, else the plans page. */
function upgradePageOf(env: Env): string {
  return env.UPGRADE_URL ?? `${env.PUBLIC_BASE_URL}${areAccountsOpen(env) ? accountPlanPath : plansPagePath}`
}

async function createInfrastructure(env: Env, seams: Seams) {
  const { logger: programLogger, tracing } = await startTelemetry(env, 'gateway')
  // With several processes, each names itself in every log line and every sample.
  const labels = env.GATEWAY_PROCESS === undefined ? {} : { process: String(env.GATEWAY_PROCESS) }
  const logger = programLogger.child(labels)
  const metrics = createMetrics('gateway', env.ZONE, labels)
  const sql = createSql(env.DATABASE_URL, 'gateway', undefined, tracing)
  await refuseOtherZone(sql, env.ZONE)
  const redis = createRedis(toRedisTarget(env, 'snapshots'), logger, tracing)
  const planTable = seams.planTable ?? env.PLANS_FILE
  const upgrades = createUpgrades(planTable, upgradePageOf(env))
  const upstreamMetrics = createUpstreamMetrics(metrics, env.ZONE)
  return { env, logger, tracing, metrics, upstreamMetrics, sql, redis, planTable, upgrades, monotonicMs }
}

/** Builds the gateway. It also starts without Redis or Postgres: readiness names what is missing. */
export async function createDeps(env: Env, seams: Seams = realSeams) {
  const infrastructure = await createInfrastructure(env, seams)
  const { logger, tracing, metrics, sql, redis, planTable, upgrades } = infrastructure
  const keys = createKeyAccess({ ...infrastructure, monotonicMs: seams.keyTimeMs ?? monotonicMs })
  const counters = createRequestCounters({ ...infrastructure, realTimeMs: seams.realTimeMs })
  const { limiter, days } = counters
  const publicBaseUrl = env.PUBLIC_BASE_URL
  const demoKey = env.DEMO_API_KEY ?? null
  const subjects = createClientSubjects({
    trustedProxies: env.TRUSTED_PROXIES,
    addressSecret: deriveAddressSecret(env),
    planTable,
  })
  const drain = createDrain()
  const authenticate = createAuthenticate({ cache: keys.cache, realTimeMs: seams.realTimeMs, metrics, logger })
  const countRequest = createCountRequest({ limiter: { take: traceTake(limiter.take, tracing) }, upgrades })
  const { clock, cache, dashboard, handlers } = createAnswers({ ...infrastructure, ...seams })
  const events = createEvents({
    cachedBody: cache.readBody,
    authenticate,
    countRequest,
    countAnswer: (context, status) => countByDay(days, context, status),
    drain,
    publicBaseUrl,
    monotonicMs: seams.eventTimeMs ?? monotonicMs,
    maxStreams: seams.maxEventStreams,
    maxContracts: seams.maxEventContracts,
    logger,
    metrics,
  })
  const onChange = (name: string) => {
    cache.noteDataChange()
    events.changed()
    dashboard.changed(name)
  }
  const dataChanges = createDataChanges({ redis, onChange, logger })
  const keyHelp = createKeyHelp({ publicBaseUrl, demoKey })
  const read = seams.operations ?? productOperations
  const operations = createOperationRoutes({
    ...handlers,
    read,
    publicBaseUrl,
    admit: createAdmit({ authenticate, countRequest, subjects, planTable, demoKey, keyHelp }),
    checkDemo: createCheckDemo({ planTable, upgrades }),
    checkQuery: createCheckQuery({ upgrades }),
    clock,
    takeEventStream: events.takePlace,
    answerEvents: events.answer,
  })
  const forwardPage =
    env.SVC_WEB_URL === undefined
      ? null
      : createForwardPage({
          ...infrastructure,
          url: env.SVC_WEB_URL,
          internalToken: env.INTERNAL_TOKEN,
          publicBaseUrl,
          subjects,
          countRequest,
          metrics: infrastructure.upstreamMetrics,
          timeoutMs: seams.pageTimeoutMs,
        })
  const pages = [
    ...createDocuments({ publicBaseUrl, planTable, demoKey }, [...read, getEvents, callMcp]),
    ...createWebResources({ forwardPage, limiter, subjects }),
  ]
  await Promise.all([
    whenRedisReady(redis),
    keys.whenListening(),
    limiter.waitUntilReady(),
    dataChanges.whenListening(),
  ])
  await refuseRedisOfOtherZone(redis, env.ZONE)
  counters.startRequestCounters()
  return {
    logger,
    metrics,
    redis,
    publicBaseUrl,
    /** Stores this process's counts by day, and its requests of accounts. */
    flushUsage: counters.flushUsage,
    drain,
    /** Parts of the public application: steps, operations and pages. */
    http: {
      traces: createRequestTraces(tracing),
      operations,
      pages,
      answerUnknownPath: createUnknownPath({ operations, pages, showUnknownPage: createUnknownPage(forwardPage) }),
      answerRequest: createAnswerRequest({
        limiter,
        observe: withAccountUsage(
          { ...counters, realTimeMs: seams.realTimeMs },
          createObserve({ logger, metrics, monotonicMs }),
        ),
        largeBodies: createLargeBodies({ subjects, monotonicMs: seams.readingTimeMs ?? monotonicMs, logger, metrics }),
        publicBaseUrl,
        logger,
        drain,
      }),
    },
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
      await counters.stopCounting()
      keys.close()
      dataChanges.close()
      await limiter.close()
      counters.closeRequestCounters()
      redis.disconnect()
      await sql.end({ timeout: 5 })
      await tracing?.close()
    },
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
