import { createKeyedHash } from '@hexawatt/shared/keys/keyed-hash'
import { buildLinkLimitKey } from '@hexawatt/shared/redis/keys'
import { listBuckets } from './client-buckets.ts'
import type { Window, WindowCounts } from './window-counts.ts'

const [hourSeconds, daySeconds] = [3_600, 86_400]

/** Links that may be sent to one address, and requested by one network: a household shares an address, a company a wider block. */
export const recipientLimits = { perHour: 5, perDay: 20 } as const
export const networkLimits = { perHour: 20, perDay: 60 } as const

/** Part of a day's mails that only addresses with an account may use: members can sign in when anonymous clients have used up the rest. */
export const memberShare = 0.2

export type LinkLimitsDeps = {
  windows: WindowCounts
  /** Secret of the hashes of addresses. */
  addressSecret: string
  /** Links that all processes mail in a day, at most. */
  maxMailsPerDay: number
}

/**
 * Makes the limits of sign-in links, over all processes: per network against mass sign-up, per recipient and in total against flooded mailboxes. Addresses
 * are stored as keyed hashes, networks as a bounded number of buckets, for a day at most.
 */
export function createLinkLimits({ windows: { count, giveBack }, addressSecret, maxMailsPerDay }: LinkLimitsDeps) {
  const hashOf = createKeyedHash(addressSecret)

  const windowsOf = (
    kind: 'network' | 'recipient',
    id: string,
    limits: { perHour: number; perDay: number },
    factor = 1,
  ) => [
    { key: buildLinkLimitKey(`${kind}:hour`, id), limit: limits.perHour * factor, seconds: hourSeconds },
    { key: buildLinkLimitKey(`${kind}:day`, id), limit: limits.perDay * factor, seconds: daySeconds },
  ]

  /** Mails of a day: of all addresses, and of addresses without an account. */
  function listBudgets(isMember: boolean): Window[] {
    const all = { key: buildLinkLimitKey('all:day', 'mails'), limit: maxMailsPerDay, seconds: daySeconds }
    if (isMember) return [all]
    const limit = Math.max(1, Math.floor(maxMailsPerDay * (1 - memberShare)))
    return [all, { key: buildLinkLimitKey('without-account:day', 'mails'), limit, seconds: daySeconds }]
  }

  return {
    /**
     * Counts a request for a link against its network.
     * @param blocks keyed hashes of the client's address and of the wider blocks, narrowest first
     * @returns 0, or s until the network may request again
     */
    async takeNetwork(blocks: readonly string[]): Promise<number> {
      const windows = listBuckets(blocks).flatMap(({ id, factor }) => windowsOf('network', id, networkLimits, factor))
      return (await count(windows)).waitSeconds
    },
    /**
     * Counts a message to an address before it is sent, so that two processes together never exceed the limit.
     * @param isMember whether the address has an account
     * @returns `taken`, or the exhausted limit: that of this address, or the budget of the day
     */
    async takeMail(address: string, isMember: boolean): Promise<'taken' | 'recipient' | 'budget'> {
      const own = windowsOf('recipient', hashOf(`mail ${address}`), recipientLimits)
      const { full } = await count([...own, ...listBudgets(isMember)])
      if (full === 0) return 'taken'
      return full <= own.length ? 'recipient' : 'budget'
    },
    /** Gives a message that the mail server did not accept back to the budget of the day. The limit of the address continues to count attempts. */
    async giveMailBack(isMember: boolean): Promise<void> {
      await giveBack(listBudgets(isMember))
    },
  }
}
export type LinkLimits = ReturnType<typeof createLinkLimits>
