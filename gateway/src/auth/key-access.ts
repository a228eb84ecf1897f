import type { PlanTable } from '@hexawatt/shared/contract/plans'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { createRedis } from '@hexawatt/shared/redis/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createKeyCache } from './key-cache.ts'
import { createKeyChanges } from './key-changes.ts'
import { createKeyStore } from './key-store.ts'
import { createKeyWatch } from './key-watch.ts'

export type KeyAccessDeps = {
  sql: Sql
  redis: ReturnType<typeof createRedis>
  planTable: PlanTable
  monotonicMs: () => number
  logger: Logger
  metrics: Metrics
}

/** Keys as the gateway checks them: the cache, and the two ways by which it hears of changes. */
export function createKeyAccess({ sql, redis, planTable, monotonicMs, logger, metrics }: KeyAccessDeps) {
  const store = createKeyStore(sql, planTable)
  const reads = metrics.counter('gateway_key_store_reads_total', 'Keys that were read from Postgres')
  const loadKey: typeof store.find = (sha256) => {
    reads.inc()
    return store.find(sha256)
  }
  const cache = createKeyCache({ loadKey, monotonicMs, logger })
  const changes = createKeyChanges({ redis, cache, logger })
  const watch = createKeyWatch({ changedSince: store.changedSince, cache, monotonicMs, logger })
  return {
    cache,
    /** Resolves when changes are heard of, or after a while without the stores. Never rejects. */
    whenListening: () => Promise.all([changes.whenListening(), watch.whenLooking()]),
    close(): void {
      changes.close()
      watch.close()
    },
  }
}
export type KeyAccess = ReturnType<typeof createKeyAccess>
