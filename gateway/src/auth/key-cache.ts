import { createTokenBucket } from '@hexawatt/shared/bounds/token-bucket'
import { background, type Logger } from '@hexawatt/shared/telemetry/logger'
import { createKeyEntries, type KeyEntry } from './key-entries.ts'
import { createKeyLoads, type KeyLoadsDeps, KeyStoreBusyError } from './key-loads.ts'
import type { KeyRecord } from './key-store.ts'
import { createKnownKeys, knownKeysFreshMs } from './known-keys.ts'

/** Ages and bounds of the key cache. Keys that exist and hashes that do not have bounds of their own. */
export const keyCacheLimits = {
  /** How long a confirmation of the key watch holds, ms. */
  watchedMs: knownKeysFreshMs,
  /** While the watch confirms, a record is read again after this, ms, and up to a half sooner, so that keys read together are not renewed together. */
  renewMs: 86_400_000,
  /** While it does not, records are renewed after this, ms, at a bounded rate. */
  unwatchedFreshMs: 10_000,
  unwatchedRenewals: { ratePerSecond: 5, burst: 5 },
  /** Pause between attempts to renew one record. */
  renewPauseMs: 1_000,
  /** How long after its read, or after the last confirmation, a record is served at most, ms: outages of a quarter of an hour. */
  staleMs: 15 * 60_000,
  negativeMs: 30_000,
  maxRecords: 500_000,
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
 * Key records in this process. A record holds for as long as the key watch confirms that its key has not changed, so that 100 000 keys cost
 * Postgres nothing. While Postgres does not answer, records are served for {@link keyCacheLimits.staleMs} after the last confirmation. Not cached:
 * concurrent requests share one query; a miss is cached too.
 *
 * A flood of made-up keys reaches Postgres at a bounded rate and does not delay valid keys: the cache knows the list of existing keys, and
 * reads those without that limit. Beyond the rate, while the list of known keys is up to date, any other key counts as missing
 * without a read.
 */
export function createKeyCache({ loadKey, monotonicMs, logger }: KeyCacheDeps) {
  const { maxKnownLoads, maxUnknownKeyLoads, watchedMs, staleMs } = keyCacheLimits
  const entries = createKeyEntries({ ...keyCacheLimits, monotonicMs })
  const knownKeys = createKnownKeys(monotonicMs)
  const unknownKeyReads = createTokenBucket({ ...keyCacheLimits.unknownKeyReads, monotonicMs })
  const unwatchedRenewals = createTokenBucket({ ...keyCacheLimits.unwatchedRenewals, monotonicMs })
  const loads = createKeyLoads({ loadKey, keep })
  /** All changes until this monotonic instant, ms, were noted. */
  let confirmedAtMs = Number.NEGATIVE_INFINITY
  /** Counts the times that the watch has started over. */
  let series = 0

  function keep(sha256: string, record: KeyRecord | null): void {
    const renewAtMs = monotonicMs() + keyCacheLimits.renewMs * (1 - Math.random() / 2)
    if (record === null) entries.keepMissing(sha256)
    else entries.keep(sha256, record, { renewAtMs, series })
  }

  async function read(sha256: string): Promise<KeyRecord | null> {
    if (knownKeys.has(sha256)) return loads.load(sha256, maxKnownLoads)
    // Not known does not mean missing: the key may have been made a moment ago.
    if (loads.isRunning(sha256)) return loads.load(sha256, maxUnknownKeyLoads)
    if (loads.hasRoom(maxUnknownKeyLoads) && unknownKeyReads.take()) return loads.load(sha256, maxUnknownKeyLoads)
    if (knownKeys.isComplete()) return null
    throw new KeyStoreBusyError('too many unknown keys')
  }

  /** Whether the key of a record that was read before the watch started over no longer exists. */
  function hasDisappeared(sha256: string, entry: KeyEntry): boolean {
    if (entry.series === series || !knownKeys.isComplete()) return false
    if (!knownKeys.has(sha256)) return true
    entry.series = series
    return false
  }

  function isRenewalDue(entry: KeyEntry, nowMs: number, isWatched: boolean): boolean {
    if (nowMs - entry.triedAtMs < keyCacheLimits.renewPauseMs) return false
    if (isWatched) return nowMs >= entry.renewAtMs
    // A revoked key is renewed as seldom as a missing one: repeated requests with it must not load Postgres.
    const freshMs = entry.record.isRevoked ? keyCacheLimits.negativeMs : keyCacheLimits.unwatchedFreshMs
    return nowMs - entry.loadedAtMs >= freshMs && unwatchedRenewals.take()
  }

  function renew(sha256: string, entry: KeyEntry, nowMs: number): void {
    entry.triedAtMs = nowMs
    background(logger, 'renew key record', loads.load(sha256, maxKnownLoads))
  }

  return {
    /**
     * The record of a key; null when there is no such key.
     *
     * @throws what the store throws, or {@link KeyStoreBusyError}, for a key that is not cached
     */
    async find(sha256: string): Promise<KeyRecord | null> {
      const entry = entries.use(sha256)
      if (entry === undefined) return entries.isKnownMissing(sha256) ? null : read(sha256)
      const nowMs = monotonicMs()
      if (hasDisappeared(sha256, entry)) {
        entries.drop(sha256)
        return read(sha256)
      }
      if (nowMs - Math.max(entry.loadedAtMs, confirmedAtMs) >= staleMs) return loads.load(sha256, maxKnownLoads)
      if (isRenewalDue(entry, nowMs, nowMs - confirmedAtMs < watchedMs)) renew(sha256, entry, nowMs)
      return entry.record
    },
    /**
     * A key exists, and was made or changed: drops its record and discards a load in flight.
     *
     * @param revision of the change, when it is known: a record of the same revision was read after it and stays
     */
    noteChange(sha256: string, revision: number | null = null): void {
      knownKeys.add(sha256)
      if (revision !== null && entries.revisionOf(sha256) === revision) return
      entries.drop(sha256)
      loads.discardInFlight(sha256)
    },
    /** Every key that existed at this monotonic instant, ms, and every change until then was noted. */
    confirm(atMs: number): void {
      confirmedAtMs = atMs
      knownKeys.confirm(atMs)
    },
    /**
     * The database was set back to an earlier state, or is another server: all keys are going to be noted anew. Records stay until then: those of
     * changed keys are dropped by `noteChange`, those of keys that are not noted when they are used after the next confirmation.
     */
    startOver(): void {
      series += 1
      knownKeys.clear()
      entries.forgetMissing()
      loads.discardAllInFlight()
    },
  }
}
export type KeyCache = ReturnType<typeof createKeyCache>
