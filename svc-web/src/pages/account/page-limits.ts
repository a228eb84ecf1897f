import { AppError } from '@hexawatt/shared/errors/app-error'
import { createKeyedHash } from '@hexawatt/shared/keys/keyed-hash'
import { buildPageLimitKey } from '@hexawatt/shared/redis/keys'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import { listBuckets } from '../../session/limits/client-buckets.ts'
import { createLocalWindows } from '../../session/limits/local-windows.ts'
import type { Window, WindowCounts } from '../../session/limits/window-counts.ts'
import type { Member } from '../../session/member.ts'

const minuteSeconds = 60

export type PageLimitsDeps = {
  windows: Pick<WindowCounts, 'count'>
  /** Requests of one member over all addresses, and sign-in links used from one address. */
  requestsPerMinute: number
  /** Secret of the hashes of members. */
  addressSecret: string
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  logger: Logger
}

/**
 * Makes the limits of account pages that the gateway cannot count, because it knows no session: per member over all addresses, and of used links. They are
 * counted apart from API requests, over all processes together; without Redis each process counts separately.
 */
export function createPageLimits({ windows, requestsPerMinute, addressSecret, monotonicMs, logger }: PageLimitsDeps) {
  const hashOf = createKeyedHash(addressSecret)
  const countLocally = createLocalWindows(monotonicMs)
  const rareLog = createRareLog({ logger })

  /** @throws AppError `rate_limited` */
  async function take(asked: readonly Window[], what: string): Promise<void> {
    const { waitSeconds } = await windows.count(asked).catch((error: unknown) => {
      rareLog.warn({ err: error }, 'account pages are limited per process: Redis does not answer')
      return countLocally(asked)
    })
    if (waitSeconds === 0) return
    const detail = `At most ${requestsPerMinute} ${what} a minute.`
    throw new AppError('rate_limited', { detail, retryAfterSeconds: waitSeconds })
  }

  return {
    takeMember({ memberId }: Member): Promise<void> {
      const key = buildPageLimitKey('member', hashOf(`member ${memberId}`))
      return take([{ key, limit: requestsPerMinute, seconds: minuteSeconds }], 'requests for account pages')
    },
    /**
     * Counts the use of a sign-in link, before the link is looked up: a client that guesses links costs no database read for each.
     *
     * @param blocks keyed hashes of the client's address and of the wider blocks around it, narrowest first
     */
    takeLinkUse(blocks: readonly string[]): Promise<void> {
      const used = listBuckets(blocks).map(({ id, factor }) => ({
        key: buildPageLimitKey('link-use', id),
        limit: requestsPerMinute * factor,
        seconds: minuteSeconds,
      }))
      return take(used, 'sign-in links')
    },
  }
}
export type PageLimits = ReturnType<typeof createPageLimits>
