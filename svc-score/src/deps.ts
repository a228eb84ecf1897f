import { createSql, pingPostgres } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { createClock } from '@hexawatt/shared/time/clock'
import type { Env } from './env.ts'
import { createLatestSnapshots } from './sources/latest-snapshots.ts'

const realMonotonicMs = (): number => performance.now()

/**
 * Everything the service stands on, made once; `close` gives it back in the right order.
 *
 * @param monotonicMs decides how long a snapshot is kept in memory; only tests pass another
 */
export async function createDeps(env: Env, monotonicMs = realMonotonicMs) {
  const logger = createLogger('svc-score', env.LOG_LEVEL)
  const sql = createSql(env.DATABASE_URL, 'svc-score')
  const redis = createRedis(env.REDIS_URL, logger)
  await whenRedisReady(redis)
  const snapshots = createSnapshotReader({ sql, redis, logger })
  const acceptedTokens = [env.INTERNAL_TOKEN, env.INTERNAL_TOKEN_PREVIOUS].filter((token) => token !== undefined)
  return {
    logger,
    metrics: createMetrics('svc-score'),
    clock: createClock(env.CLOCK_OFFSET_MS),
    latest: createLatestSnapshots({ snapshots, monotonicMs, logger }),
    publicBaseUrl: env.PUBLIC_BASE_URL,
    acceptedTokens,
    checks: { postgres: () => pingPostgres(sql), redis: () => redis.ping() },
    async close(): Promise<void> {
      redis.disconnect()
      await sql.end({ timeout: 5 })
    },
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
