import type { createRedis } from '@hexawatt/shared/redis/client'
import type { MonthCount, MonthCounts } from '../usage/month-count.ts'
import { monthName } from './calendar-month.ts'
import { accountKeyPrefix } from './limit-operation.ts'
import { readPackedMonths } from './packed-state.ts'

/** States that one step looks for, about. */
const pageSize = 500

/**
 * Reads the counts of all accounts from Redis, in pages. Of each account the running month and the one before, so that the last hour of a
 * month is not lost. Left out: counts of 0, and states whose persisted part is still missing, since it would be added to itself.
 */
export function createMonthCounts(redis: ReturnType<typeof createRedis>): MonthCounts {
  return {
    async *scan() {
      let cursor = '0'
      do {
        const [next, keys] = await redis.scan(cursor, 'MATCH', `${accountKeyPrefix}*`, 'COUNT', pageSize)
        cursor = next
        const states = keys.length === 0 ? [] : await redis.mgetBuffer(keys)
        yield states.flatMap((state, i) => countsOf((keys[i] ?? '').slice(accountKeyPrefix.length), state))
      } while (cursor !== '0')
    },
  }
}

function countsOf(accountId: string, state: Uint8Array | null): MonthCount[] {
  const months = state === null ? null : readPackedMonths(state)
  if (months === null || !months.isRestored) return []
  const { monthIndex, requests, previousRequests, overage, previousOverage } = months
  return [
    { accountId, month: monthName(monthIndex), requests, overage },
    { accountId, month: monthName(monthIndex - 1), requests: previousRequests, overage: previousOverage },
  ].filter((count) => count.requests > 0)
}
