/** Most keys that are remembered; with more, no key counts as known to be missing. */
export const maxKnownKeys = 500_000

/** Longest age at which the set of known keys counts as complete, ms: four looks of the watch. */
export const knownKeysFreshMs = 2_000

/** Hexadecimal digits of a hash that are kept: 48 bits fit a number, and two keys in 500 000 share them once in 2 000 databases. */
const keptDigits = 12

/**
 * Which keys exist, as far as the watch has seen: a key that is not among them needs no query. Holds revoked and expired keys too,
 * whose records carry their own refusal.
 */
export function createKnownKeys(monotonicMs: () => number) {
  const known = new Set<number>()
  let completeAsOfMs: number | null = null
  return {
    has: (sha256: string): boolean => known.has(firstBits(sha256)),
    add(sha256: string): void {
      if (known.size < maxKnownKeys) known.add(firstBits(sha256))
    },
    /** Every key that existed at this monotonic instant was added. */
    confirm(asOfMs: number): void {
      completeAsOfMs = known.size < maxKnownKeys ? asOfMs : null
    },
    /** Whether a key that is not among them does not exist (or was made within the last moments). */
    isComplete: (): boolean => completeAsOfMs !== null && monotonicMs() - completeAsOfMs < knownKeysFreshMs,
    clear(): void {
      known.clear()
      completeAsOfMs = null
    },
  }
}

function firstBits(sha256: string): number {
  return Number.parseInt(sha256.slice(0, keptDigits), 16)
}
