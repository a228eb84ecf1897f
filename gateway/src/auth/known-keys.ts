/** Most known keys; with more, no key counts as missing without a query. */
export const maxKnownKeys = 500_000

/** Longest age at which the set of known keys counts as complete, ms: four polls. */
export const knownKeysFreshMs = 2_000

/** Stored hexadecimal digits of a hash: 48 bits fit a number; in one of 2 000 databases two of 500 000 keys collide. */
const storedDigits = 12

/**
 * Set of the existing keys, by their changes in Postgres: a key that is not in it needs no query. Holds revoked and expired keys too, whose
 * records refuse.
 */
export function createKnownKeys(monotonicMs: () => number) {
  const known = new Set<number>()
  let completeAsOfMs: number | null = null
  return {
    has: (sha256: string): boolean => known.has(firstBits(sha256)),
    add(sha256: string): void {
      if (known.size < maxKnownKeys) known.add(firstBits(sha256))
    },
    /** The set is complete as of this monotonic instant, ms. */
    confirm(asOfMs: number): void {
      completeAsOfMs = known.size < maxKnownKeys ? asOfMs : null
    },
    /** Whether a key that is not in the set does not exist (or was made a moment ago). */
    isComplete: (): boolean => completeAsOfMs !== null && monotonicMs() - completeAsOfMs < knownKeysFreshMs,
    clear(): void {
      known.clear()
      completeAsOfMs = null
    },
  }
}

function firstBits(sha256: string): number {
  return Number.parseInt(sha256.slice(0, storedDigits), 16)
}
