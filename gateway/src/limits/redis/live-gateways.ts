import { liveGateways } from '@hexawatt/shared/redis/keys'
import type { Send } from './limit-link.ts'

/** Assumed until Redis has named them: two, of which this one has no claim to a remainder. */
const assumed = { count: 2, rank: 2 }

/**
 * Says that a gateway lives, by the clock of Redis, and forgets those that have not said so for a while.
 * KEYS[1]: when each was last heard, ms. ARGV: the gateway, how long it counts as living (ms), gateways at most.
 */
const beatScript = `#!lua
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)
`

export type LiveGatewaysDeps = {
  monotonicMs: () => number
  /** Told how many there are, after each reading. */
  onCount: (count: number) => void
}

/** Knows how many gateways share the limits. While Redis is away, the last number holds: they share what each of them may admit alone. */
export function createLiveGateways({ monotonicMs, onCount }: LiveGatewaysDeps) {
  const id = crypto.randomUUID()
  const { key, ttlMs, maxGateways } = liveGateways
  let known = assumed
  let knownAtMs = Number.NEGATIVE_INFINITY

  return {
    /** Says that this gateway lives, and learns of the others. @throws what `send` throws */
    async beat(send: Send): Promise<void> {
      const reply = await send('EVAL', [beatScript, '1', key, id, String(ttlMs), String(maxGateways)])
      if (!Array.isArray(reply)) throw new Error('redis did not name the living gateways')
      const count = Math.max(1, reply.length)
      // A Redis that has just lost its data names fewer than there are.
      if (count < known.count && monotonicMs() - knownAtMs < ttlMs) return
      known = { count, rank: reply.map(String).sort().indexOf(id) }
      knownAtMs = monotonicMs()
      onCount(count)
    },
    /** Says that this gateway ends. */
    leave: (send: Send): Promise<unknown> => send('ZREM', [key, id]),
    /** What this gateway may use of so many requests: all gateways together use exactly as many. */
    shareOf(requests: number): number {
      const rest = requests % known.count
      return (requests - rest) / known.count + (known.rank < rest ? 1 : 0)
    },
  }
}
export type LiveGateways = ReturnType<typeof createLiveGateways>
