import { createHash, createHmac } from 'node:crypto'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { linkLimitKey } from '@hexawatt/shared/redis/keys'
import type { LimitSubject } from '../limits/quota.ts'

const [hourSeconds, daySeconds] = [3_600, 86_400]

/** Links that one address may be sent, and that one network may ask for: a household shares an address, a company a wider block. */
export const recipientLimits = { perHour: 5, perDay: 20 } as const
export const networkLimits = { perHour: 20, perDay: 60 } as const

/** How much more than a narrow block of addresses its wider ones may ask for, narrowest first (/56, /48). */
const widerFactors = [4, 16] as const

/**
 * Buckets that networks are counted in. Strangers choose their networks: without a bound they could fill Redis with counts of a day. Two
 * networks rarely share one, and then share what they may ask for; who does cannot be chosen, since ids are keyed hashes.
 */
export const networkBuckets = 16_384

/**
 * Counts one in each window unless one of them is full. A window begins with its first count.
 * KEYS: windows; ARGV: for each its limit and its length, s. Returns 0, or how long the fullest lasts, s.
 */
const countScript = `
local wait = 0
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or '0') >= tonumber(ARGV[2 * i - 1]) then
    wait = math.max(wait, redis.call('ttl', key), 1)
  end
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  if redis.call('incr', key) == 1 then redis.call('expire', key, ARGV[2 * i]) end
end
return 0`
const countScriptSha = createHash('sha1').update(countScript).digest('hex')

type Window = { key: string; limit: number; seconds: number }

export type LinkLimitsDeps = {
  redis: Pick<RedisConnection, 'evalsha' | 'eval'>
  /** Secret of the hashes of addresses. */
  addressSecret: string
  /** Most links of all gateways a day. */
  maxMailsPerDay: number
}

/**
 * Makes the limits of sign-in links, over all gateways: per network against mass sign-up, per recipient and in all against flooding mailboxes.
 * Addresses are stored as keyed hashes, networks as a bounded number of buckets, for a day at most.
 */
export function createLinkLimits({ redis, addressSecret, maxMailsPerDay }: LinkLimitsDeps) {
  const hashOf = (text: string): string => createHmac('sha256', addressSecret).update(text).digest('hex').slice(0, 32)

  async function take(windows: readonly Window[]): Promise<number> {
    const keys = windows.map(({ key }) => key)
    const args = windows.flatMap(({ limit, seconds }) => [limit, seconds])
    const answer = await redis.evalsha(countScriptSha, keys.length, ...keys, ...args).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return redis.eval(countScript, keys.length, ...keys, ...args)
    })
    return Number(answer)
  }

  const windowsOf = (
    kind: 'network' | 'recipient',
    id: string,
    limits: { perHour: number; perDay: number },
    factor = 1,
  ) => [
    { key: linkLimitKey(`${kind}:hour`, id), limit: limits.perHour * factor, seconds: hourSeconds },
    { key: linkLimitKey(`${kind}:day`, id), limit: limits.perDay * factor, seconds: daySeconds },
  ]

  return {
    /** Counts a request for a link against the network that it comes from. @returns 0, or s until it may ask again */
    takeNetwork({ id, wider }: Pick<LimitSubject, 'id' | 'wider'>): Promise<number> {
      const blocks = (wider ?? []).map((block, i) => ({ id: block.id, factor: widerFactors[i] ?? 1 }))
      return take(
        [{ id, factor: 1 }, ...blocks].flatMap((block, width) => {
          const bucket = Bun.hash.crc32(block.id) % networkBuckets
          return windowsOf('network', `${width}:${bucket}`, networkLimits, block.factor)
        }),
      )
    },
    /** Counts a message to an address. @returns whether it may be sent */
    async takeRecipient(address: string): Promise<boolean> {
      const all = { key: linkLimitKey('all:day', 'mails'), limit: maxMailsPerDay, seconds: daySeconds }
      return (await take([...windowsOf('recipient', hashOf(`mail ${address}`), recipientLimits), all])) === 0
    },
  }
}
export type LinkLimits = ReturnType<typeof createLinkLimits>
