import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { background } from '@hexawatt/shared/telemetry/background'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createKeyLoads, type KeyLoadsDeps } from './key-loads.ts'
import type { KeyRecord } from './key-record.ts'

/** The numbers of the cache. Keys that exist and hashes that do not are bounded apart: random keys evict no good one. */
export const keyCacheLimits = {
  freshMs: 10_000,
  /** Pause between attempts to renew one stale record. */
  renewPauseMs: 1_000,
  staleMs: 10 * 60_000,
  negativeMs: 30_000,
  maxRecords: 50_000,
  maxNegatives: 10_000,
} as const

export type KeyCacheDeps = Pick<KeyLoadsDeps, 'loadKey'> & {
  /** Monotonic real time, ms: the age of entries has nothing to do with the data's clock. */
  monotonicMs: () => number
  logger: Logger
}

type Cached = { record: KeyRecord; loadedAtMs: number; renewAtMs: number }

/**
 * Key records in this process. Fresh: no query. Stale: served while one background query renews it, also when Postgres is
 * away. Unknown: one query for all who wait, its miss remembered.
 */
export function createKeyCache({ loadKey, monotonicMs, logger }: KeyCacheDeps) {
  const entries = createEntries(monotonicMs)
  const loads = createKeyLoads({ loadKey, keep: entries.keep })
  return {
    /**
     * The record of a key; null when there is no such key. Not a promise when it is cached: the hot path waits for nothing.
     *
     * @throws what the store throws, or KeyStoreBusyError, for a key that is not cached
     */
    find(sha256: string): KeyRecord | null | Promise<KeyRecord | null> {
      const cached = entries.get(sha256)
      if (cached === undefined) return entries.isKnownMissing(sha256) ? null : loads.load(sha256)
      const nowMs = monotonicMs()
      if (nowMs - cached.loadedAtMs >= keyCacheLimits.staleMs) return loads.load(sha256)
      if (nowMs >= cached.renewAtMs) {
        cached.renewAtMs = nowMs + keyCacheLimits.renewPauseMs
        background(logger, 'renew key record', loads.load(sha256))
      }
      return cached.record
    },
    /** Forgets one key, also what is just being read about it: it changed. */
    drop(sha256: string): void {
      entries.drop(sha256)
      loads.disown(sha256)
    },
    /** Forgets everything: changes may have been missed. */
    clear(): void {
      entries.clear()
      loads.disownAll()
    },
  }
}
export type KeyCache = ReturnType<typeof createKeyCache>

/** What was read: records, and apart from them the hashes that have none. */
function createEntries(monotonicMs: () => number) {
  const records = createBoundedMap<Cached>(keyCacheLimits.maxRecords)
  const missedAtMs = createBoundedMap<number>(keyCacheLimits.maxNegatives)
  return {
    get: records.get,
    isKnownMissing(sha256: string): boolean {
      const atMs = missedAtMs.get(sha256)
      return atMs !== undefined && monotonicMs() - atMs < keyCacheLimits.negativeMs
    },
    keep(sha256: string, record: KeyRecord | null): void {
      const loadedAtMs = monotonicMs()
      if (record === null) {
        records.delete(sha256)
        missedAtMs.set(sha256, loadedAtMs)
      } else {
        records.set(sha256, { record, loadedAtMs, renewAtMs: loadedAtMs + keyCacheLimits.freshMs })
      }
    },
    drop(sha256: string): void {
      records.delete(sha256)
      missedAtMs.delete(sha256)
    },
    clear(): void {
      records.clear()
      missedAtMs.clear()
    },
  }
}
