import { background } from '@hexawatt/shared/telemetry/background'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { keyCacheLimits } from './key-cache-limits.ts'
import { createKeyEntries } from './key-entries.ts'
import { createKeyLoads, type KeyLoadsDeps, KeyStoreBusyError } from './key-loads.ts'
import type { KeyRecord } from './key-record.ts'
import { createKnownKeys } from './known-keys.ts'
import { createTokenBucket } from './token-bucket.ts'

export type KeyCacheDeps = Pick<KeyLoadsDeps, 'loadKey'> & {
  /** Monotonic real time, ms: the age of entries has nothing to do with the data's clock. */
  monotonicMs: () => number
  logger: Logger
}

/**
 * Key records in this process. Fresh: no query. Stale: served while one background query renews it, also when Postgres is
 * away. Unknown: one query for all who wait, its miss remembered.
 *
 * A flood of made-up keys reaches Postgres at a bounded rate, and does not stand in the way of good ones: the cache is told which
 * keys exist, and those are read whatever else is asked. Beyond the rate, and as long as what it was told is up to date, any other
 * key is said to be missing without a read.
 */
export function createKeyCache({ loadKey, monotonicMs, logger }: KeyCacheDeps) {
  const entries = createKeyEntries(monotonicMs)
  const knownKeys = createKnownKeys(monotonicMs)
  const strangerReads = createTokenBucket({ ...keyCacheLimits.strangerReads, monotonicMs })
  const loads = createKeyLoads({ loadKey, keep: entries.keep })
  const { maxKnownLoads, maxStrangerLoads } = keyCacheLimits

  async function read(sha256: string): Promise<KeyRecord | null> {
    if (knownKeys.has(sha256)) return loads.load(sha256, maxKnownLoads)
    // Not known does not mean missing: the key may have been made a moment ago.
    if (loads.isRunning(sha256)) return loads.load(sha256, maxStrangerLoads)
    if (loads.hasRoom(maxStrangerLoads) && strangerReads.take()) return loads.load(sha256, maxStrangerLoads)
    if (knownKeys.isComplete()) return null
    throw new KeyStoreBusyError('too many unknown keys')
  }

  return {
    /**
     * The record of a key; null when there is no such key. Not a promise when it is cached: the hot path waits for nothing.
     *
     * @throws what the store throws, or {@link KeyStoreBusyError}, for a key that is not cached
     */
    find(sha256: string): KeyRecord | null | Promise<KeyRecord | null> {
      const cached = entries.get(sha256)
      if (cached === undefined) return entries.isKnownMissing(sha256) ? null : read(sha256)
      const nowMs = monotonicMs()
      if (nowMs - cached.loadedAtMs >= keyCacheLimits.staleMs) return loads.load(sha256, maxKnownLoads)
      if (nowMs >= cached.renewAtMs) {
        cached.renewAtMs = nowMs + keyCacheLimits.renewPauseMs
        background(logger, 'renew key record', loads.load(sha256, maxKnownLoads))
      }
      return cached.record
    },
    /** A key exists, and was made or changed: forgets what is known about it, also what is just being read. */
    noteChange(sha256: string): void {
      knownKeys.add(sha256)
      entries.drop(sha256)
      loads.disown(sha256)
    },
    /** Every key that existed at this monotonic instant, ms, was noted. */
    confirmKnownKeys: knownKeys.confirm,
    /** Forgets everything: what is known may be of another past. */
    clear(): void {
      knownKeys.clear()
      entries.clear()
      loads.disownAll()
    },
  }
}
export type KeyCache = ReturnType<typeof createKeyCache>
