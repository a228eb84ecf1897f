import type { PlanTable } from '@hexawatt/shared/contract/plans'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createKeyCache } from './key-cache.ts'
import { createKeyChanges, createKeyWatch } from './key-changes.ts'
import { createKeyStore } from './key-store.ts'

export type KeyAccessDeps = {
  sql: Sql
  redis: RedisConnection
  planTable: PlanTable
  monotonicMs: () => number
  logger: Logger
  metrics: Metrics
}

/** The key cache, and its two sources of changes: the Redis channel and the watch in Postgres. */
export function createKeyAccess({ sql, redis, planTable, monotonicMs, logger, metrics }: KeyAccessDeps) {
  const store = createKeyStore(sql, planTable)
  const reads = metrics.counter('gateway_key_store_reads_total', 'Keys read from Postgres')
  const loadKey: typeof store.find = (sha256) => {
    reads.inc()
    return store.find(sha256)
  }
  const cache = createKeyCache({ loadKey, monotonicMs, logger })
  const changes = createKeyChanges({ redis, cache, logger })
  const watch = createKeyWatch({ changedSince: store.changedSince, cache, monotonicMs, logger })
  return {
    cache,
    /** Resolves when changes are received, or after a bounded wait without the stores. Never rejects. */
    whenListening: () => Promise.all([changes.whenListening(), watch.whenFirstPolled()]),
    close(): void {
      changes.close()
      watch.close()
    },
  }
}
