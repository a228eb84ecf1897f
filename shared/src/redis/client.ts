import { Redis } from 'ioredis'
import type { Logger } from '../telemetry/logger.ts'
import type { Tracing } from '../telemetry/tracing.ts'

/** Time-out of one command, ms. */
const commandTimeoutMs = 500

/**
 * Redis connection for request-time reads and snapshot writes: fails fast instead of queueing while Redis is down, so that
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
  redis.on('error', (error) => logger.warn({ err: error.message }, 'redis connection failed'))
  if (tracing !== null) traceRedis(redis, tracing)
  return redis
}

/** Waits until the connection is ready, at most `timeoutMs`. Never throws: programs start without Redis too. */
export async function whenRedisReady(redis: Redis, timeoutMs = 3_000): Promise<void> {
  if (redis.status === 'ready') return
  const { promise, resolve } = Promise.withResolvers<void>()
  // A pending timer would keep a command line running.
  const timer = setTimeout(resolve, timeoutMs)
  redis.once('ready', resolve)
  await promise
  clearTimeout(timer)
}

/**
 * Wraps every command of a request or job in a span, at the one method that all commands pass. Spans hold neither keys nor values: keys
 * name accounts and client addresses.
 */
export function traceRedis(redis: Redis, tracing: Tracing): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = function sendTraced(command, stream) {
    if (!tracing.isInside()) return send(command, stream)
    const operation = command.name.toUpperCase()
    const span = tracing.begin({
      name: operation,
      kind: 'client',
      attributes: { 'db.system.name': 'redis', 'db.operation.name': operation },
    })
    command.promise.then(() => span.end(), span.end)
    return send(command, stream)
  }
}
