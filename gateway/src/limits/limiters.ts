import { isSameTarget, parseRedisTarget, type RedisAddress } from '@hexawatt/shared/redis/settings'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createLimitMetrics } from './limit-metrics.ts'
import { createLimiter, type LimiterDeps, type RunningLimiter } from './limiter.ts'
import type { LimitSubject } from './quota/quota.ts'

export type LimitersDeps = Omit<LimiterDeps, 'target' | 'metrics'> & {
  /** Redis of the accounts. */
  limits: RedisAddress
  /** Redis of client addresses and of the demo key. */
  anonymous: RedisAddress
  metrics: Metrics
}

/**
 * Limits accounts in one Redis and anonymous clients in another, or all in one. Anonymous clients can fill their Redis; while it is full or down, accounts
 * are still decided exactly, and anonymous clients by this gateway.
 */
export function createLimiters({ limits, anonymous, metrics, ...deps }: LimitersDeps): RunningLimiter {
  const { ofAccounts, ofAnonymous, ofAll } = createLimitMetrics(metrics)
  const [target, anonymousTarget] = [parseRedisTarget(limits), parseRedisTarget(anonymous)]
  if (isSameTarget(target, anonymousTarget)) return createLimiter({ ...deps, target, metrics: ofAll })
  const accounts = createLimiter({ ...deps, target, metrics: ofAccounts })
  const others = createLimiter({ ...deps, target: anonymousTarget, metrics: ofAnonymous })
  const getLimiter = ({ kind }: LimitSubject) => (kind === 'account' ? accounts : others)
  return {
    take: (subject) => getLimiter(subject).take(subject),
    giveBackMonth: (subject, quota) => getLimiter(subject).giveBackMonth(subject, quota),
    async waitUntilReady() {
      await Promise.all([accounts.waitUntilReady(), others.waitUntilReady()])
    },
    async close() {
      await Promise.all([accounts.close(), others.close()])
    },
  }
}
