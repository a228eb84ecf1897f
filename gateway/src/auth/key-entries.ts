import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { KeyRecord } from './key-store.ts'

/** A record that was read. Times are monotonic, ms. */
export type KeyEntry = {
  readonly record: KeyRecord
  readonly loadedAtMs: number
  /** When it is read again although nothing says that it has changed. */
  readonly renewAtMs: number
  /** When it was last tried to renew it. */
  triedAtMs: number
  /** Of which series of revisions it is; the cache compares it with its own. */
  series: number
  /** Used since it was last considered for eviction. */
  isUsed: boolean
}

/** Most used records that one eviction spares: it must not walk over all of them. */
const maxSpared = 32

export type KeyEntriesOptions = {
  maxRecords: number
  maxNegatives: number
  /** How long a hash counts as missing after a read, ms. */
  negativeMs: number
  /** Monotonic, ms. */
  monotonicMs: () => number
}

/**
 * What was read: records, and in a map of its own the hashes that have none, so that random keys evict no record. A new record evicts one that
 * was not used since the eviction before came by (a "second chance" instead of an order of uses, which would cost each request a deletion and
 * an insertion).
 */
export function createKeyEntries({ maxRecords, maxNegatives, negativeMs, monotonicMs }: KeyEntriesOptions) {
  const records = new Map<string, KeyEntry>()
  const missedAtMs = createBoundedMap<number>(maxNegatives)
  // One lasting iterator: a new one would walk over all deleted places at the front.
  let candidates = records.entries()

  function makeRoom(): void {
    for (let spared = 0; records.size >= maxRecords; ) {
      const next = candidates.next()
      if (next.done) {
        candidates = records.entries()
        continue
      }
      const [sha256, entry] = next.value
      records.delete(sha256)
      if (!entry.isUsed || spared === maxSpared) continue
      entry.isUsed = false
      records.set(sha256, entry)
      spared += 1
    }
  }

  return {
    /** The entry of a key, which counts as used. */
    use(sha256: string): KeyEntry | undefined {
      const entry = records.get(sha256)
      if (entry !== undefined) entry.isUsed = true
      return entry
    },
    /** Revision of the record of a key; undefined when there is none. */
    revisionOf: (sha256: string): number | undefined => records.get(sha256)?.record.revision,
    keep(sha256: string, record: KeyRecord, { renewAtMs, series }: Pick<KeyEntry, 'renewAtMs' | 'series'>): void {
      records.delete(sha256)
      makeRoom()
      records.set(sha256, {
        record,
        loadedAtMs: monotonicMs(),
        renewAtMs,
        triedAtMs: Number.NEGATIVE_INFINITY,
        series,
        isUsed: false,
      })
    },
    /** A read found no such key. */
    keepMissing(sha256: string): void {
      records.delete(sha256)
      missedAtMs.set(sha256, monotonicMs())
    },
    isKnownMissing(sha256: string): boolean {
      const atMs = missedAtMs.get(sha256)
      return atMs !== undefined && monotonicMs() - atMs < negativeMs
    },
    drop(sha256: string): void {
      records.delete(sha256)
      missedAtMs.delete(sha256)
    },
    forgetMissing: missedAtMs.clear,
  }
}
