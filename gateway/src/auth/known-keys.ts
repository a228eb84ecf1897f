/** Known keys at most; with more keys, every key is looked up before it counts as missing. */
export const maxKnownKeys = 500_000

/** Age up to which the set of known keys counts as complete, ms: four polls. */
export const knownKeysFreshMs = 2_000

/** Hexadecimal digits stored of a hash: 48 bits fit into a number; with 500 000 keys, two of them collide in one of 2 000 databases. */
const storedDigits = 12

/**
 * Set of the existing keys, by their changes in Postgres: a key outside the set needs no query. It also holds revoked and expired keys, whose records refuse.
 */
export function createKnownKeys(monotonicMs: () => number) {
  const known = new Set<number>()
  let completeAsOfMs: number | null = null
  return {
    has: (sha256: string): boolean => known.has(readFirstBits(sha256)),
    add(sha256: string): void {
      if (known.size < maxKnownKeys) known.add(readFirstBits(sha256))
    },
    /** The set is complete as of this monotonic instant, ms. */
    confirm(asOfMs: number): void {
      completeAsOfMs = known.size < maxKnownKeys ? asOfMs : null
    },
    /** Whether a key outside the set does not exist (or was made a moment ago). */
    isComplete: (): boolean => completeAsOfMs !== null && monotonicMs() - completeAsOfMs < knownKeysFreshMs,
    clear(): void {
      known.clear()
      completeAsOfMs = null
    },
  }
}

function readFirstBits(sha256: string): number {
  return Number.parseInt(sha256.slice(0, storedDigits), 16)
}
