import { createCurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import type { Upgrades } from '@hexawatt/shared/errors/upgrades'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Tracing } from '@hexawatt/shared/telemetry/tracing'
import { type Clock, createClock } from '@hexawatt/shared/time/clock'
import { createResponseCache } from './cache/response-cache.ts'
import { createUncachedResponses } from './cache/uncached-responses.ts'
import { createElectricityMaps } from './compat/electricity-maps.ts'
import type { Env } from './env.ts'
import { createDashboardResponse } from './gateway-answers/dashboard-response.ts'
import { createFixedResponse, makePlansBody, makeProfilesBody } from './gateway-answers/plan-responses.ts'
import { createStatusResponse } from './gateway-answers/status-response.ts'
import { traceForward } from './http/traces.ts'
import { createAnswerMcp } from './mcp/mcp-endpoint.ts'
import type { OwnHandlers } from './pipeline/admitted-request.ts'
import { createForward, type UpstreamMetrics } from './upstream/forward.ts'

export type AnswersDeps = {
  env: Env
  logger: Logger
  tracing: Tracing | null
  metrics: Metrics
  upstreamMetrics: UpstreamMetrics
  sql: Sql
  redis: RedisConnection
  planTable: PlanTable
  upgrades: Upgrades
  monotonicMs: () => number
  clock?: Clock
  cacheTimeMs?: () => number
  serviceTimeoutMs?: number
}

/** Builds the answers of all operations, from the services and from the snapshots in the stores. */
export function createAnswers(deps: AnswersDeps) {
  const { env, logger, tracing, metrics, sql, redis, planTable, upgrades, monotonicMs, serviceTimeoutMs } = deps
  const { clock = createClock(env.CLOCK_OFFSET_MS), cacheTimeMs = monotonicMs } = deps
  const zone = env.ZONE
  const forward = traceForward(
    createForward({
      zone,
      serviceUrls: {
        'svc-carbon': env.SVC_CARBON_URL,
        'svc-score': env.SVC_SCORE_URL,
        'svc-history': env.SVC_HISTORY_URL,
      },
      internalToken: env.INTERNAL_TOKEN,
      serviceClient: env.SERVICE_CLIENT,
      upgrades,
      logger,
      metrics: deps.upstreamMetrics,
      monotonicMs,
      ...(serviceTimeoutMs === undefined ? {} : { timeoutMs: serviceTimeoutMs }),
    }),
    tracing,
  )
  const answerUncached = createUncachedResponses(forward)
  const cache = createResponseCache({ zone, forward, answerUncached, clock, monotonicMs: cacheTimeMs, metrics })
  const snapshots = createSnapshotReader({ sql, redis, logger })
  const dashboard = createCurrentDashboard({ snapshots, clock, monotonicMs: cacheTimeMs, logger })
  const own: OwnHandlers = {
    getPlans: createFixedResponse(makePlansBody(planTable)),
    getProfiles: createFixedResponse(makeProfilesBody()),
    getStatus: createStatusResponse({ snapshots, monotonicMs }),
    getDashboard: createDashboardResponse(dashboard),
    ...createElectricityMaps({ zone, cachedBody: cache.readBody, forward, dashboard, clock }),
  }
  const answerMcp = createAnswerMcp({ forward, publicBaseUrl: env.PUBLIC_BASE_URL, logger, clock })
  return {
    clock,
    cache,
    dashboard,
    handlers: { answerCached: cache.answer, answerUncached, own, answerMcp },
  }
}
