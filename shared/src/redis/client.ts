import { Redis } from 'ioredis'
import type { Logger } from '../telemetry/logger.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { traceRedis } from './traced-redis.ts'

/** Longest a request-time Redis call may take before it counts as failed, ms. */
const commandTimeoutMs = 500

/**
 * Redis connection for request-time reads and snapshot writes: fails fast instead of queueing while Redis is away, so that
 * the caller can fall back to Postgres. Reconnects by itself.
 *
 * @param tracing null = commands are not traced
 */
export function createRedis(redisUrl: string, logger: Logger, tracing: Tracing | null = null): Redis {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  })
  redis.on('error', (error) => logger.warn({ err: error.message }, 'redis connection'))
  if (tracing !== null) traceRedis(redis, tracing)
  return redis
}

/** Waits until the connection is usable, at most `timeoutMs`; starting without Redis is allowed, so it never throws. */
export async function whenRedisReady(redis: Redis, timeoutMs = 3_000): Promise<void> {
  if (redis.status === 'ready') return
  const { promise, resolve } = Promise.withResolvers<void>()
  // Cleared, since a timer that is left behind would keep a command line from ending.
  const timer = setTimeout(resolve, timeoutMs)
  redis.once('ready', resolve)
  await promise
  clearTimeout(timer)
}
