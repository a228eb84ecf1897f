import type { Cluster, Redis } from 'ioredis'
import type { Logger } from '../telemetry/logger.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { type CallOptions, isCluster, openRedis, type RedisConnection } from './connect.ts'
import { parseRedisTarget, type RedisAddress } from './settings.ts'

/** Time-out of one command, ms. */
const commandTimeoutMs = 500
/** Interval at which a connection checks that its server is a master, ms. */
const roleCheckMs = 2_000

const failFast: CallOptions = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  commandTimeout: commandTimeoutMs,
}

/**
 * Redis connection for request-time reads and snapshot writes: fails fast instead of queueing while Redis is down, so that
 * the caller can fall back to Postgres. Reconnects by itself, also when its server has stopped being a master.
 *
 * @param tracing null = commands are not traced
 */
export function createRedis(address: RedisAddress, logger: Logger, tracing: Tracing | null = null): RedisConnection {
  const redis = openRedis(parseRedisTarget(address), failFast)
  redis.on('error', (error) => logger.warn({ err: error.message }, 'redis connection failed'))
  if (!isCluster(redis)) leaveReplicas(redis, logger)
  if (tracing !== null) traceRedis(redis, tracing)
  return redis
}

/**
 * Leaves a server that is a replica: after a failover the old master may keep its connections, and its snapshots would grow old unnoticed. The URL
 * leads to the new master; until then callers do without Redis.
 */
function leaveReplicas(redis: Redis, logger: Logger): void {
  const check = async () => {
    if (redis.status !== 'ready') return
    const [role] = await redis.role()
    if (role === 'master') return
    logger.warn({ role }, 'redis is not a master: reconnecting')
    redis.disconnect(true)
  }
  // If the server does not answer, the connection itself fails.
  const checkQuietly = () => void check().catch(() => undefined)
  redis.on('ready', checkQuietly)
  const timer = setInterval(checkQuietly, roleCheckMs)
  timer.unref()
  redis.once('end', () => clearInterval(timer))
}

/** Lists the servers that together hold every key: a scan of all keys queries each of them. */
export function listMasterNodes(redis: RedisConnection): Redis[] {
  return isCluster(redis) ? redis.nodes('master') : [redis]
}

/** Finds the database number of a connection; a cluster has only one database. */
export function findDatabase({ options }: RedisConnection): number {
  return 'db' in options ? (options.db ?? 0) : 0
}

/** Waits until the connection is ready, at most `timeoutMs`. Never throws: programs start without Redis too. */
export async function whenRedisReady(redis: RedisConnection, timeoutMs = 3_000): Promise<void> {
  if (redis.status === 'ready') return
  const { promise, resolve } = Promise.withResolvers<void>()
  // A pending timer would keep a command line running.
  const timer = setTimeout(resolve, timeoutMs)
  redis.once('ready', resolve)
  await promise
  clearTimeout(timer)
}

/**
 * Wraps every command of a request or job in a span, at the one method that all commands use. Spans contain neither keys nor values, because keys
 * name accounts and client addresses.
 */
function traceRedis(redis: RedisConnection, tracing: Tracing): void {
  const { sendCommand } = redis
  redis.sendCommand = function sendTraced(...call: Parameters<Cluster['sendCommand']>): unknown {
    if (!tracing.isInside()) return Reflect.apply(sendCommand, redis, call)
    const [command] = call
    const operation = command.name.toUpperCase()
    const span = tracing.begin({
      name: operation,
      kind: 'client',
      attributes: { 'db.system.name': 'redis', 'db.operation.name': operation },
    })
    command.promise.then(() => span.end(), span.end)
    return Reflect.apply(sendCommand, redis, call)
  }
}
