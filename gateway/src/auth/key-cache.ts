import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { background, type Logger } from '@hexawatt/shared/telemetry/logger'
import { createKeyLoads, type KeyLoadsDeps, KeyStoreBusyError } from './key-loads.ts'
import type { KeyRecord } from './key-store.ts'
import { createKnownKeys } from './known-keys.ts'
import { createTokenBucket } from './token-bucket.ts'

/** Ages and bounds of the key cache. Keys that exist and hashes that do not have bounds of their own. */
export const keyCacheLimits = {
  freshMs: 10_000,
  /** Pause between attempts to renew one stale record. */
  renewPauseMs: 1_000,
  staleMs: 10 * 60_000,
  negativeMs: 30_000,
  maxRecords: 50_000,
  maxNegatives: 10_000,
  /** Concurrent reads of keys that are known to exist: they wait for a connection of the pool. */
  maxKnownLoads: 1_000,
  /** Concurrent reads of keys that are not known to exist, and the rate at which this process reads them. */
  maxUnknownKeyLoads: 64,
  unknownKeyReads: { ratePerSecond: 50, burst: 100 },
} as const

export type KeyCacheDeps = Pick<KeyLoadsDeps, 'loadKey'> & {
  /** Monotonic real time, ms: the age of entries has nothing to do with the data's clock. */
  monotonicMs: () => number
  logger: Logger
}

/**
 * Key records in this process. Fresh: no query. Stale: served while one background query renews it, also when Postgres does not answer.
 * Not cached: concurrent requests share one query; a miss is cached too.
 *
 * A flood of made-up keys reaches Postgres at a bounded rate and does not delay valid keys: the cache is told which keys exist, and
 * reads those without that limit. Beyond the rate, while the list of known keys is up to date, any other key counts as missing
 * without a read.
 */
export function createKeyCache({ loadKey, monotonicMs, logger }: KeyCacheDeps) {
  const entries = createKeyEntries(monotonicMs)
  const knownKeys = createKnownKeys(monotonicMs)
  const unknownKeyReads = createTokenBucket({ ...keyCacheLimits.unknownKeyReads, monotonicMs })
  const loads = createKeyLoads({ loadKey, keep: entries.keep })
  const { maxKnownLoads, maxUnknownKeyLoads } = keyCacheLimits

  async function read(sha256: string): Promise<KeyRecord | null> {
    if (knownKeys.has(sha256)) return loads.load(sha256, maxKnownLoads)
    // Not known does not mean missing: the key may have been made a moment ago.
    if (loads.isRunning(sha256)) return loads.load(sha256, maxUnknownKeyLoads)
    if (loads.hasRoom(maxUnknownKeyLoads) && unknownKeyReads.take()) return loads.load(sha256, maxUnknownKeyLoads)
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
    /** A key exists, and was made or changed: drops its record and discards a load in flight. */
    noteChange(sha256: string): void {
      knownKeys.add(sha256)
      entries.drop(sha256)
      loads.discardInFlight(sha256)
    },
    /** Every key that existed at this monotonic instant, ms, was noted. */
    confirmKnownKeys: knownKeys.confirm,
    /** Drops everything: the database may have been set back to an earlier state. */
    clear(): void {
      knownKeys.clear()
      entries.clear()
      loads.discardAllInFlight()
    },
  }
}
export type KeyCache = ReturnType<typeof createKeyCache>

/** A record that was read. Times are monotonic, ms. */
type CachedKey = { record: KeyRecord; loadedAtMs: number; renewAtMs: number }

/** What was read: records, and in a map of its own the hashes that have none, so that random keys evict no record. */
function createKeyEntries(monotonicMs: () => number) {
  const records = createBoundedMap<CachedKey>(keyCacheLimits.maxRecords)
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
        return
      }
      // A revoked key is renewed as seldom as a missing one: repeated requests with it must not load Postgres.
      const freshMs = record.isRevoked ? keyCacheLimits.negativeMs : keyCacheLimits.freshMs
      records.set(sha256, { record, loadedAtMs, renewAtMs: loadedAtMs + freshMs })
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
