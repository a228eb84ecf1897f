import { liveGateways } from '@hexawatt/shared/redis/keys'

/** Assumed until Redis has named them: two, of which this gateway gets no remainder. */
const assumed = { count: 2, rank: 2 }

export type LiveGatewaysDeps = {
  monotonicMs: () => number
  /** Called with the number of gateways after each reading. */
  onCount: (count: number) => void
}

/** Tracks how many gateways share the limits. While Redis is away, the last number holds: they share the requests that may be admitted without Redis. */
export function createLiveGateways({ monotonicMs, onCount }: LiveGatewaysDeps) {
  const id = crypto.randomUUID()
  const { ttlMs } = liveGateways
  let known = assumed
  let knownAtMs = Number.NEGATIVE_INFINITY

  return {
    /** Id of this gateway. */
    id,
    /** Records the ids that Redis named. */
    learn(ids: readonly string[]): void {
      const count = Math.max(1, ids.length)
      // A Redis that has just lost its data names too few gateways.
      if (count < known.count && monotonicMs() - knownAtMs < ttlMs) return
      known = { count, rank: ids.toSorted().indexOf(id) }
      knownAtMs = monotonicMs()
      onCount(count)
    },
    /** This gateway's share of a number of requests: the shares of all gateways add up to exactly this number. */
    shareOf(requests: number): number {
      const rest = requests % known.count
      return (requests - rest) / known.count + (known.rank < rest ? 1 : 0)
    },
  }
}
export type LiveGateways = ReturnType<typeof createLiveGateways>
