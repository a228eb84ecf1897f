import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { createTokenBucket } from '@hexawatt/shared/bounds/token-bucket'
import { type Logger, runInBackground } from '@hexawatt/shared/telemetry/logger'
import type { KeyRecord } from './key-store.ts'
import { createKnownKeys, knownKeysFreshMs } from './known-keys.ts'

/**
 * Key records in the memory of this process: 100 000 keys in use cost Postgres nothing, and made-up keys delay no valid one. What `find` does with
 * the hash of a presented key follows from its state, the first that fits:
 *
 * | state | `find` |
 * |---|---|
 * | cached: a read found a record, and the key watch has noted no change of the key since | answers with the record |
 * | cached and due: its daily renewal has come, or the watch does not confirm and the record is older than ten seconds | answers, and reads in the background |
 * | outdated: cached, and for a quarter of an hour neither read nor confirmed by the watch | waits for a read |
 * | missing: a read found no such key less than 30 s ago | answers null |
 * | known: the watch has named the key, and nothing is cached | waits for a read |
 * | unknown: the watch has not named the key; it is made up, or was made a moment ago | waits for a read, at a bounded rate; beyond it null while the list of known keys is complete, else an error |
 *
 * `noteChange` makes a cached key known, and discards a read that runs. Concurrent requests for one key share one read.
 */
export const keyCacheLimits = {
  /** How long a confirmation of the key watch holds, ms. */
  watchedMs: knownKeysFreshMs,
  /** While the watch confirms, a record is read again after this, ms, and up to a half sooner, so that keys read together are not renewed together. */
  renewMs: 86_400_000,
  /** While the watch does not confirm, records are renewed after this time, ms, at a bounded rate. */
  unwatchedFreshMs: 10_000,
  unwatchedRenewals: { ratePerSecond: 5, burst: 5 },
  /** Pause between attempts to renew one record. */
  renewPauseMs: 1_000,
  /** How long a record is served at most after its read or last confirmation, ms: covers outages of a quarter of an hour. */
  staleMs: 15 * 60_000,
  /** How long a hash counts as missing after a read, ms. */
  negativeMs: 30_000,
  maxRecords: 500_000,
  /** Missing hashes have a bound of their own, so that made-up keys evict no record. */
  maxNegatives: 10_000,
  /** Concurrent reads of keys that are known to exist: they wait for a connection of the pool. */
  maxKnownLoads: 1_000,
  /** Concurrent reads of keys that are not known to exist, and the rate of such reads in this process. */
  maxUnknownKeyLoads: 64,
  unknownKeyReads: { ratePerSecond: 50, burst: 100 },
} as const

/** Used records that one eviction skips at most: it must not walk over all records. */
const maxSpared = 32

/** A cached record. Times are monotonic, ms. */
type CachedKey = {
  readonly record: KeyRecord
  readonly loadedAtMs: number
  readonly renewAtMs: number
  triedAtMs: number
  /** How often the watch had started over when the record's key was last known to exist. */
  series: number
  /** Used since it was last considered for eviction. */
  isUsed: boolean
}

/** Thrown when the bound on concurrent key reads, or on their rate, is reached. */
export class KeyStoreBusyError extends Error {
  override readonly name = 'KeyStoreBusyError'
}

export type KeyCacheDeps = {
  /** Reads a key by its hash; null = there is none. */
  loadKey: (sha256: string) => Promise<KeyRecord | null>
  /** Monotonic real time, ms: the age of records is independent of the data's clock. */
  monotonicMs: () => number
  logger: Logger
  /** Absent: {@link keyCacheLimits.maxRecords}. */
  maxRecords?: number
}

/** Makes the cache of key records; {@link keyCacheLimits} lists its bounds. */
export function createKeyCache(deps: KeyCacheDeps) {
  const { loadKey, monotonicMs, logger, maxRecords = keyCacheLimits.maxRecords } = deps
  const { maxKnownLoads, maxUnknownKeyLoads, watchedMs, staleMs, negativeMs } = keyCacheLimits
  const cached = new Map<string, CachedKey>()
  const missedAtMs = createBoundedMap<number>(keyCacheLimits.maxNegatives)
  const knownKeys = createKnownKeys(monotonicMs)
  /** Running reads. A read that was removed from this map was discarded, and its result is not cached. */
  const running = new Map<string, Promise<KeyRecord | null>>()
  const unknownKeyReads = createTokenBucket({ ...keyCacheLimits.unknownKeyReads, monotonicMs })
  const unwatchedRenewals = createTokenBucket({ ...keyCacheLimits.unwatchedRenewals, monotonicMs })
  // One lasting iterator: a new iterator would walk over all deleted places at the front.
  let candidates = cached.entries()
  /** All changes until this monotonic instant, ms, were noted. */
  let confirmedAtMs = Number.NEGATIVE_INFINITY
  /** How often the watch has started over. */
  let series = 0

  /** Evicts a record that was not used since the last eviction pass. Keeping an order of uses would cost each request a deletion and an insertion. */
  function makeRoom(): void {
    for (let spared = 0; cached.size >= maxRecords; ) {
      const next = candidates.next()
      if (next.done) {
        candidates = cached.entries()
        continue
      }
      const [sha256, key] = next.value
      cached.delete(sha256)
      if (!key.isUsed || spared === maxSpared) continue
      key.isUsed = false
      cached.set(sha256, key)
      spared += 1
    }
  }

  function keep(sha256: string, record: KeyRecord | null): void {
    cached.delete(sha256)
    const loadedAtMs = monotonicMs()
    if (record === null) {
      missedAtMs.set(sha256, loadedAtMs)
      return
    }
    makeRoom()
    const renewAtMs = loadedAtMs + keyCacheLimits.renewMs * (1 - Math.random() / 2)
    const triedAtMs = Number.NEGATIVE_INFINITY
    cached.set(sha256, { record, loadedAtMs, renewAtMs, triedAtMs, series, isUsed: false })
  }

  function drop(sha256: string): void {
    cached.delete(sha256)
    missedAtMs.delete(sha256)
  }

  /** Reads a key, or waits for a running read of it. @throws what the store throws, or {@link KeyStoreBusyError} */
  async function read(sha256: string, maxReads: number = maxKnownLoads): Promise<KeyRecord | null> {
    const waitedFor = running.get(sha256)
    if (waitedFor !== undefined) return waitedFor
    if (running.size >= maxReads) throw new KeyStoreBusyError('too many reads of keys at once')
    const reading = loadKey(sha256)
    running.set(sha256, reading)
    const isCurrent = (): boolean => running.get(sha256) === reading
    try {
      const record = await reading
      if (isCurrent()) keep(sha256, record)
      return record
    } finally {
      if (isCurrent()) running.delete(sha256)
    }
  }

  /** Reads a key that is not cached: known, or unknown. */
  async function readUncached(sha256: string): Promise<KeyRecord | null> {
    if (knownKeys.has(sha256) || running.has(sha256)) return read(sha256)
    if (running.size < maxUnknownKeyLoads && unknownKeyReads.take()) return read(sha256, maxUnknownKeyLoads)
    if (knownKeys.isComplete()) return null
    throw new KeyStoreBusyError('too many unknown keys')
  }

  /** Whether the key of a record that was read before the watch started over no longer exists. */
  function hasDisappeared(sha256: string, key: CachedKey): boolean {
    if (key.series === series || !knownKeys.isComplete()) return false
    if (!knownKeys.has(sha256)) return true
    key.series = series
    return false
  }

  function isDue({ record, loadedAtMs, renewAtMs, triedAtMs }: CachedKey, nowMs: number): boolean {
    if (nowMs - triedAtMs < keyCacheLimits.renewPauseMs) return false
    if (nowMs - confirmedAtMs < watchedMs) return nowMs >= renewAtMs
    // A revoked key is renewed as seldom as a missing one: repeated requests with it must not load Postgres.
    const freshMs = record.isRevoked ? negativeMs : keyCacheLimits.unwatchedFreshMs
    return nowMs - loadedAtMs >= freshMs && unwatchedRenewals.take()
  }

  return {
    /**
     * The record of a key; null when there is no such key.
     *
     * @throws what the store throws, or {@link KeyStoreBusyError}, for a key that is not cached
     */
    async find(sha256: string): Promise<KeyRecord | null> {
      const key = cached.get(sha256)
      const nowMs = monotonicMs()
      if (key === undefined) {
        const isMissing = nowMs - (missedAtMs.get(sha256) ?? Number.NEGATIVE_INFINITY) < negativeMs
        return isMissing ? null : readUncached(sha256)
      }
      key.isUsed = true
      if (hasDisappeared(sha256, key)) {
        drop(sha256)
        return readUncached(sha256)
      }
      if (nowMs - Math.max(key.loadedAtMs, confirmedAtMs) >= staleMs) return read(sha256)
      if (isDue(key, nowMs)) {
        key.triedAtMs = nowMs
        runInBackground(logger, 'renew key record', read(sha256))
      }
      return key.record
    },
    /**
     * Notes that a key was made or changed: its record and any running read are outdated.
     * @param revision of the change, when it is known: a record of the same revision was read after the change and stays
     */
    noteChange(sha256: string, revision: number | null = null): void {
      knownKeys.add(sha256)
      if (revision !== null && cached.get(sha256)?.record.revision === revision) return
      drop(sha256)
      running.delete(sha256)
    },
    /** Notes that all keys that existed at this monotonic instant, ms, and all changes until then were noted. */
    confirm(atMs: number): void {
      confirmedAtMs = atMs
      knownKeys.confirm(atMs)
    },
    /**
     * Notes that the database was set back to an earlier state, or is another server: all keys will be noted anew. Records stay until then: `noteChange`
     * drops those of changed keys; records of keys that are not noted are dropped at their next use after the next confirmation.
     */
    startOver(): void {
      series += 1
      knownKeys.clear()
      missedAtMs.clear()
      running.clear()
    },
  }
}
export type KeyCache = ReturnType<typeof createKeyCache>
