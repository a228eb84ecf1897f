import type { PlanTable } from '@hexawatt/shared/contract/plans'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { createRedis } from '@hexawatt/shared/redis/client'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { isSameTarget, toRedisTarget } from '@hexawatt/shared/redis/settings'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Tracing } from '@hexawatt/shared/telemetry/tracing'
import { createMonthCounts } from '@hexawatt/shared/usage/month-counts'
import type { Env } from './env.ts'
import type { Observe, RequestContext } from './http/request-context.ts'
import { createLimiters } from './limits/limiters.ts'
import { createAccountRequestBatchStore } from './usage/account-request-batch-store.ts'
import { type AccountRequests, createAccountRequests } from './usage/account-requests.ts'
import { createFlushTurns } from './usage/batched-flush.ts'
import { createDayBatchStore } from './usage/day-batch-store.ts'
import { createUsageDays, type UsageDays } from './usage/usage-days.ts'
import { createUsageFlush } from './usage/usage-flush.ts'
import { createUsageStore } from './usage/usage-store.ts'

export type RequestCountersDeps = {
  env: Env
  logger: Logger
  tracing: Tracing | null
  metrics: Metrics
  sql: Sql
  /** The snapshots' connection, shared when the limits use the same Redis. */
  redis: RedisConnection
  planTable: PlanTable
  monotonicMs: () => number
  realTimeMs: () => number
}

/**
 * Builds the limiter, the usage counters and the list of each account's requests. The flush reads account counts from the Redis in which the limiter writes
 * them.
 */
export function createRequestCounters(deps: RequestCountersDeps) {
  const { env, logger, tracing, metrics, sql, planTable, monotonicMs, realTimeMs } = deps
  const { plans } = planTable
  const [limits, anonymous] = [toRedisTarget(env, 'limits'), toRedisTarget(env, 'anonymous')]
  const isShared = isSameTarget(limits, toRedisTarget(env, 'snapshots'))
  const redis = isShared ? deps.redis : createRedis(limits, logger, tracing)
  const store = createUsageStore(sql, plans)
  const dayBatches = createDayBatchStore(sql)
  const counts = createMonthCounts(redis, plans)
  const { restoreMonth } = store
  const requestBatches = createAccountRequestBatchStore(sql)
  const purges = [dayBatches.purge, requestBatches.purge]
  const months = createUsageFlush({ counts, store, purges, redis, logger, metrics, realTimeMs })
  const days = createUsageDays({ store: dayBatches, realTimeMs, metrics, logger })
  const requests = createAccountRequests({ add: requestBatches.add, metrics, logger })
  const turns = createFlushTurns([days, requests])
  return {
    limiter: createLimiters({ limits, anonymous, restoreMonth, monotonicMs, realTimeMs, metrics, logger }),
    days,
    requests,
    /** Stores this process's counts by day and requests of accounts. */
    flushUsage: () => Promise.all([days.flush(), requests.flush()]),
    startRequestCounters(): void {
      months.start()
      turns.start()
    },
    /** Stores all counts and requests; closes the limiter afterwards. */
    stopCounting: () => Promise.all([months.stop(), turns.stop()]),
    closeRequestCounters(): void {
      if (!isShared) redis.disconnect()
    },
  }
}

/** Counts an account's answer by day. The quota names the month in which the answer was counted. */
export function countByDay(days: Pick<UsageDays, 'count'>, { counted }: RequestContext, status: number): void {
  if (counted === null) return
  const { id, keyId } = counted.subject
  const { month } = counted.quota
  if (keyId !== undefined && month !== null) days.count(id, keyId, month.monthIndex, status)
}

export type AccountUsageDeps = {
  days: Pick<UsageDays, 'count'>
  requests: Pick<AccountRequests, 'hasRoomFor' | 'record'>
  realTimeMs: () => number
}

/** Wraps the observer so that every answer to an account is counted by day, and kept for the list of the account's requests. */
export function withAccountUsage({ days, requests, realTimeMs }: AccountUsageDeps, observe: Observe): Observe {
  function recordRequest(context: RequestContext, status: number): void {
    const { counted, operationId, problem, requestId } = context
    const keyId = counted?.subject.keyId
    if (counted === null || keyId === undefined || operationId === null) return
    if (!requests.hasRoomFor(counted.subject.id)) return
    const durationMs = performance.now() - context.startedAtMs
    requests.record({
      accountId: counted.subject.id,
      keyId,
      operation: operationId,
      status,
      problem,
      receivedAtMs: Math.round(realTimeMs() - durationMs),
      durationMs,
      requestId,
    })
  }

  return function observeAndCount(context, status) {
    observe(context, status)
    countByDay(days, context, status)
    recordRequest(context, status)
  }
}
