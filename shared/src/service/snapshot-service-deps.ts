import { createRedis, whenRedisReady } from '../redis/client.ts'
import { type RedisSettings, toRedisTarget } from '../redis/settings.ts'
import { refuseRedisOfOtherZone } from '../redis/zone-stamp.ts'
import { createDataChanges } from '../snapshot/data-changes.ts'
import { createSnapshotsCondition } from '../snapshot/readable-snapshots-store.ts'
import type { SnapshotCacheDeps } from '../snapshot/snapshot-cache.ts'
import { createSnapshotReader, type SnapshotKind } from '../snapshot/snapshot-store.ts'
import { createServiceDeps, type ServiceEnv } from './service-deps.ts'

export type SnapshotServiceOptions<Latest> = {
  program: string
  /** The service is not ready while one of these snapshots is missing in a readable version. */
  needs: readonly Pick<SnapshotKind<unknown>, 'name' | 'schemaVersion'>[]
  /** Makes the caches of the snapshots that the service answers from. */
  createLatest: (deps: SnapshotCacheDeps) => Latest
  /** Clock of these caches; only tests pass another. */
  monotonicMs?: (() => number) | undefined
}

/** Creates the dependencies of a service that answers from snapshots, once; `close` releases them in the right order. */
export async function createSnapshotServiceDeps<Latest extends { changed: (name: string) => void }>(
  env: ServiceEnv & RedisSettings,
  { program, needs, createLatest, monotonicMs = () => performance.now() }: SnapshotServiceOptions<Latest>,
) {
  const service = await createServiceDeps(env, program)
  const { logger, tracing, sql } = service
  const redis = createRedis(toRedisTarget(env, 'snapshots'), logger, tracing)
  await whenRedisReady(redis)
  await refuseRedisOfOtherZone(redis, env.ZONE)
  const snapshots = createSnapshotReader({ sql, redis, logger })
  const latest = createLatest({ snapshots, monotonicMs, logger })
  const changes = createDataChanges({ redis, onChange: latest.changed, logger })
  await changes.whenListening()
  return {
    ...service,
    redis,
    snapshots,
    latest,
    checks: { ...service.checks, redis: () => redis.ping() },
    conditions: { ...service.conditions, snapshots: createSnapshotsCondition(sql, needs) },
    async close(): Promise<void> {
      changes.close()
      redis.disconnect()
      await service.close()
    },
  }
}
