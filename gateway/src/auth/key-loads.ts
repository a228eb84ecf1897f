import type { KeyRecord } from './key-store.ts'

/** The bound on concurrent reads of keys, or on their rate, is reached. */
export class KeyStoreBusyError extends Error {
  override readonly name = 'KeyStoreBusyError'
}

export type KeyLoadsDeps = {
  /** Reads a key by its hash; null = there is none. */
  loadKey: (sha256: string) => Promise<KeyRecord | null>
  /** Caches the record, unless the key changed during the load. */
  keep: (sha256: string, record: KeyRecord | null) => void
}

/** Reads of keys that run now: one per key, a bounded number of them. */
export function createKeyLoads({ loadKey, keep }: KeyLoadsDeps) {
  const running = new Map<string, Promise<KeyRecord | null>>()
  return {
    isRunning: (sha256: string): boolean => running.has(sha256),
    hasRoom: (maxLoads: number): boolean => running.size < maxLoads,
    /**
     * Reads a key, or waits for the read that runs.
     *
     * @param maxLoads reads that may run at once
     * @throws what the store throws, or {@link KeyStoreBusyError}
     */
    async load(sha256: string, maxLoads: number): Promise<KeyRecord | null> {
      const known = running.get(sha256)
      if (known !== undefined) return known
      if (running.size >= maxLoads) throw new KeyStoreBusyError('too many reads of keys at once')
      const reading = loadKey(sha256)
      running.set(sha256, reading)
      // Absent after a change during the load: the record may be outdated.
      const isCurrent = (): boolean => running.get(sha256) === reading
      try {
        const record = await reading
        if (isCurrent()) keep(sha256, record)
        return record
      } finally {
        if (isCurrent()) running.delete(sha256)
      }
    },
    /** Discards the in-flight load of a key: its result is returned to the waiting requests, but not cached. */
    discardInFlight: (sha256: string): boolean => running.delete(sha256),
    /** Discards all in-flight loads. */
    discardAllInFlight: (): void => running.clear(),
  }
}
