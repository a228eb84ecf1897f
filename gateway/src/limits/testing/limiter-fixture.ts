import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { createLimiters, type LimitersDeps } from '../limiters.ts'

/** A limiter as each gateway has one, with a connection of its own; it is up when this resolves. Nothing is stored of any month. */
export async function startTestLimiter(redisUrl: string, settings: Partial<LimitersDeps> = {}) {
  const limiter = createLimiters({
    limits: redisUrl,
    anonymous: redisUrl,
    restoreMonth: async () => ({ requests: 0, overage: new Map() }),
    monotonicMs: () => performance.now(),
    realTimeMs: () => Date.now(),
    // A machine that is busy with other tests makes no call late.
    timeoutMs: 10_000,
    metrics: createMetrics('test'),
    logger: createLogger('test', 'silent'),
    ...settings,
  })
  await limiter.whenReady()
  return limiter
}
