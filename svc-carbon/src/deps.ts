import { acceptedTokensOf } from '@hexawatt/shared/http/principal'
import { createSql, pingPostgres } from '@hexawatt/shared/postgres/client'
import { refuseOtherZone } from '@hexawatt/shared/postgres/data-stamp-store'
import { createSchemaCondition } from '@hexawatt/shared/postgres/schema-version-store'
import { createDrain } from '@hexawatt/shared/program/drain'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { redisTargetOf } from '@hexawatt/shared/redis/settings'
import { refuseRedisOfOtherZone } from '@hexawatt/shared/redis/zone-stamp'
import { createDataChanges } from '@hexawatt/shared/snapshot/data-changes'
import { carbonSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotsCondition } from '@hexawatt/shared/snapshot/readable-snapshots-store'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startTelemetry } from '@hexawatt/shared/telemetry/start-telemetry'
import { createClock } from '@hexawatt/shared/time/clock'
import type { Env } from './env.ts'
import { createLatestSnapshots } from './sources/latest-snapshots.ts'

const realMonotonicMs = (): number => performance.now()

/**
 * Creates the dependencies of the service once; `close` releases them in the right order.
 *
 * @param monotonicMs clock of the snapshot cache; only tests pass another
 */
export async function createDeps(env: Env, monotonicMs = realMonotonicMs) {
  const { logger, tracing } = await startTelemetry(env, 'svc-carbon')
  const sql = createSql(env.DATABASE_URL, 'svc-carbon', undefined, tracing)
  const redis = createRedis(redisTargetOf(env, 'snapshots'), logger, tracing)
  await refuseOtherZone(sql, env.ZONE)
  await whenRedisReady(redis)
  await refuseRedisOfOtherZone(redis, env.ZONE)
  const snapshots = createSnapshotReader({ sql, redis, logger })
  const latest = createLatestSnapshots({ snapshots, monotonicMs, logger })
  const changes = createDataChanges({ redis, onChange: latest.changed, logger })
  await changes.whenListening()
  const acceptedTokens = acceptedTokensOf(env)
  return {
    logger,
    tracing,
    metrics: createMetrics('svc-carbon', env.ZONE),
    clock: createClock(env.CLOCK_OFFSET_MS),
    latest,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    acceptedTokens,
    drain: createDrain(),
    checks: { postgres: () => pingPostgres(sql), redis: () => redis.ping() },
    conditions: {
      schema: createSchemaCondition(sql, logger),
      snapshots: createSnapshotsCondition(sql, [carbonSnapshot]),
    },
    async close(): Promise<void> {
      changes.close()
      redis.disconnect()
      await sql.end({ timeout: 5 })
      await tracing?.close()
    },
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>
