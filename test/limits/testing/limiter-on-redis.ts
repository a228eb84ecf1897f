import { createLimiters, type LimitersDeps } from '@hexawatt/gateway/src/limits/limiters.ts'
import type { Limiter, LimitSubject, Quota } from '@hexawatt/gateway/src/limits/quota/quota.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import type { RedisAddress } from '@hexawatt/shared/redis/settings'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { createMonthCounts } from '@hexawatt/shared/usage/month-counts'

const logger = createLogger('test', 'silent')

/** A limiter with its metrics; no month is stored. */
export async function startLimiter(address: RedisAddress, settings: Partial<LimitersDeps> = {}) {
  const metrics = createMetrics('test')
  const limiter = createLimiters({
    limits: address,
    anonymous: address,
    restoreMonth: async () => ({ requests: 0, overage: new Map() }),
    monotonicMs: () => performance.now(),
    realTimeMs: () => Date.now(),
    // Longer than usual: a machine that is busy with other tests makes no call late.
    timeoutMs: 1_000,
    metrics,
    logger,
    ...settings,
  })
  await limiter.waitUntilReady()
  async function metric(line: RegExp): Promise<number> {
    return Number((await metrics.text()).match(line)?.[1] ?? 0)
  }
  return {
    ...limiter,
    metric,
    owed: () => metric(/^gateway_limits_owed_requests\{[^}]*\} (-?\d+)/m),
    isLocal: async () => (await metric(/^gateway_limits_local\{[^}]*\} (\d)/m)) === 1,
    forgiven: () => metric(/^gateway_limits_pending_requests_total\{.*outcome="forgiven".*\} (\d+)/m),
    reconciled: () => metric(/^gateway_limits_pending_requests_total\{.*outcome="reconciled".*\} (\d+)/m),
    failedCalls: (outcome: 'unsent' | 'unknown') =>
      metric(new RegExp(`^gateway_limits_failed_calls_total\\{.*outcome="${outcome}".*\\} (\\d+)`, 'm')),
  }
}
export type TestLimiter = Awaited<ReturnType<typeof startLimiter>>

/** An account that no other limiter counts. */
export function account(): LimitSubject {
  const month = { quota: 1_000, cap: 1_000 }
  return { kind: 'account', id: `acc_${crypto.randomUUID()}`, requestsPerMinute: 400, month }
}

export function takeAtOnce(limiter: Pick<Limiter, 'take'>, subject: LimitSubject, times: number): Promise<Quota[]> {
  return Promise.all(Array.from({ length: times }, () => limiter.take(subject)))
}

/** Number of requests admitted by Redis, or by the gateway without Redis. */
export function passed(quotas: readonly Quota[], by: 'redis' | 'gateway'): number {
  return quotas.filter(({ refusedBy, isLocal }) => refusedBy === null && isLocal === (by === 'gateway')).length
}

/** Requests of the account's month in Redis. */
export async function requestsOf(redisUrl: string, subject: LimitSubject): Promise<number> {
  const pages = await withRedis(redisUrl, (redis) =>
    Array.fromAsync(createMonthCounts(redis, defaultPlanTable.plans).scan()),
  )
  return pages.flat().find(({ accountId }) => accountId === subject.id)?.requests ?? 0
}
