import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { keyCacheLimits } from './key-cache-limits.ts'
import type { KeyRecord } from './key-record.ts'

/** A record that was read. Times are monotonic, ms. */
export type CachedKey = { record: KeyRecord; loadedAtMs: number; renewAtMs: number }

/** What was read: records, and apart from them the hashes that have none, so that random keys push no good one out. */
export function createKeyEntries(monotonicMs: () => number) {
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
      // A revoked key is read as seldom as one that does not exist: nobody gains by asking with it.
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
