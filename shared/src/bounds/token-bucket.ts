export type TokenBucketOptions = {
  ratePerSecond: number
  /** Maximum number of tokens in the bucket. */
  burst: number
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/** Rate limit within this process. */
export function createTokenBucket({ ratePerSecond, burst, monotonicMs }: TokenBucketOptions) {
  let tokens: number = burst
  let countedAtMs = monotonicMs()

  function refill(): void {
    const nowMs = monotonicMs()
    tokens = Math.min(burst, tokens + ((nowMs - countedAtMs) / 1_000) * ratePerSecond)
    countedAtMs = nowMs
  }

  return {
    /** Takes a token; false when there is none. */
    take(): boolean {
      refill()
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    isEmpty(): boolean {
      refill()
      return tokens < 1
    },
  }
}
export type TokenBucket = ReturnType<typeof createTokenBucket>
