import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { createLimiters, type LimitersDeps } from '../limiters.ts'

/** A limiter as each gateway has one, with its own connection; it is up when this resolves. No month has a stored count. */
export async function startTestLimiter(redisUrl: string, settings: Partial<LimitersDeps> = {}) {
  const limiter = createLimiters({
    limits: redisUrl,
    anonymous: redisUrl,
    restoreMonth: async () => ({ requests: 0, overage: new Map() }),
    monotonicMs: () => performance.now(),
    realTimeMs: () => Date.now(),
    // Generous, so that no call is late on a machine that is busy with other tests.
    timeoutMs: 10_000,
    metrics: createMetrics('test'),
    logger: createLogger('test', 'silent'),
    ...settings,
  })
  await limiter.waitUntilReady()
  return limiter
}
