/** The numbers of the cache of keys. Keys that exist and hashes that do not are bounded apart. */
export const keyCacheLimits = {
  freshMs: 10_000,
  /** Pause between attempts to renew one stale record. */
  renewPauseMs: 1_000,
  staleMs: 10 * 60_000,
  negativeMs: 30_000,
  maxRecords: 50_000,
  maxNegatives: 10_000,
  /** Reads at once of keys that are known to exist: they wait for their turn in the pool. */
  maxKnownLoads: 1_000,
  /** Reads at once of keys that nobody knows, and how often they are read in this process. */
  maxStrangerLoads: 64,
  strangerReads: { ratePerSecond: 50, burst: 100 },
} as const
