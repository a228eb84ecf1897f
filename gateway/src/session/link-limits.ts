import { createKeyedHash } from '@hexawatt/shared/keys/keyed-hash'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { linkLimitKey } from '@hexawatt/shared/redis/keys'
import { defineScript, type Script } from '@hexawatt/shared/redis/script'
import * as v from 'valibot'

const [hourSeconds, daySeconds] = [3_600, 86_400]

/** Links that one address may be sent, and that one network may ask for: a household shares an address, a company a wider block. */
export const recipientLimits = { perHour: 5, perDay: 20 } as const
export const networkLimits = { perHour: 20, perDay: 60 } as const

/** How much more than one address its wider blocks may ask for, narrowest first (/64, /56, /48). */
const blockFactors = [1, 4, 16] as const

/** Part of the mails of a day that only addresses with an account may use: members can sign in when anonymous clients have used up the rest. */
export const memberShare = 0.2

/**
 * Buckets that networks are counted in. Anonymous clients choose their networks: without a bound they could fill Redis with counts of a day. Two
 * networks rarely share one, and then share what they may ask for; who does cannot be chosen, since ids are keyed hashes.
 */
export const networkBuckets = 16_384

/**
 * Counts one in each window unless one of them is full. A window begins with its first count.
 * KEYS: windows; ARGV: limit and length in s of each. Returns the longest wait for a full window, s, and the number of the first full one; 0, 0 when counted.
 */
const countScript = `
local wait, full = 0, 0
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or '0') >= tonumber(ARGV[2 * i - 1]) then
    wait = math.max(wait, redis.call('ttl', key), 1)
    if full == 0 then full = i end
  end
end
if wait > 0 then return {wait, full} end
for i, key in ipairs(KEYS) do
  if redis.call('incr', key) == 1 then redis.call('expire', key, ARGV[2 * i]) end
end
return {0, 0}`

/** Takes one count back from each window that has any. KEYS: windows. */
const giveBackScript = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or '0') > 0 then redis.call('decr', key) end
end`

type Window = { key: string; limit: number; seconds: number }

export type LinkLimitsDeps = {
  redis: RedisConnection
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
  const hashOf = createKeyedHash(addressSecret)

  const runCount = defineScript(redis, 'countLinks', countScript)
  const runGiveBack = defineScript(redis, 'giveLinksBack', giveBackScript)

  function run(script: Script, windows: readonly Window[]): Promise<unknown> {
    const keys = windows.map(({ key }) => key)
    const args = windows.flatMap(({ limit, seconds }) => [limit, seconds])
    return script(keys, args)
  }

  async function count(windows: readonly Window[]): Promise<{ waitSeconds: number; full: number }> {
    const [waitSeconds, full] = v.parse(v.tuple([v.number(), v.number()]), await run(runCount, windows))
    return { waitSeconds, full }
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

  /** Mails of a day: of all addresses, and of those without an account. */
  function budgetsOf(isMember: boolean): Window[] {
    const all = { key: linkLimitKey('all:day', 'mails'), limit: maxMailsPerDay, seconds: daySeconds }
    if (isMember) return [all]
    const limit = Math.max(1, Math.floor(maxMailsPerDay * (1 - memberShare)))
    return [all, { key: linkLimitKey('without-account:day', 'mails'), limit, seconds: daySeconds }]
  }

  return {
    /**
     * Counts a request for a link against the network that it comes from.
     *
     * @param blocks keyed hashes of the client's address and of the wider blocks around it, narrowest first
     * @returns 0, or s until it may ask again
     */
    async takeNetwork(blocks: readonly string[]): Promise<number> {
      const windows = blocks.flatMap((block, width) => {
        const bucket = Bun.hash.crc32(block) % networkBuckets
        return windowsOf('network', `${width}:${bucket}`, networkLimits, blockFactors[width])
      })
      return (await count(windows)).waitSeconds
    },
    /**
     * Counts a message to an address before it is sent, so that two gateways never send more than the limit together.
     *
     * @param isMember whether the address has an account
     * @returns `taken`, or what is used up: the limit of this address, or the budget of the day
     */
    async takeMail(address: string, isMember: boolean): Promise<'taken' | 'recipient' | 'budget'> {
      const own = windowsOf('recipient', hashOf(`mail ${address}`), recipientLimits)
      const { full } = await count([...own, ...budgetsOf(isMember)])
      if (full === 0) return 'taken'
      return full <= own.length ? 'recipient' : 'budget'
    },
    /** Gives a message back to the budget of the day: it was not handed over to the mail server. The limit of the address goes on counting attempts. */
    async giveMailBack(isMember: boolean): Promise<void> {
      await run(runGiveBack, budgetsOf(isMember))
    },
  }
}
export type LinkLimits = ReturnType<typeof createLinkLimits>
