import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { type MonthCount, type MonthCounts, noOverage, type PlanCounts, planCounts } from '../usage/month-count.ts'
import { accountKeyPrefix } from './limit-operation.ts'
import { monthName } from './quota.ts'

/** States of one SCAN step, about. */
const pageSize = 500

/**
 * Reads the counts of all accounts from Redis, in pages: the running month and the one before, so that the last hour of a month is not lost.
 * Skips counts of 0, and states that are not restored yet: the restore would add their stored count to itself.
 */
export function createMonthCounts(redis: RedisConnection): MonthCounts {
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

/** The months of a packed state of `limit-script.ts`. */
export type PackedMonths = {
  /** Months since year 0. */
  monthIndex: number
  requests: number
  previousRequests: number
  /** Requests beyond the quota, by the plan that prices them, of the month and of the one before. */
  overage: PlanCounts
  previousOverage: PlanCounts
  /** false: the stored count is not included yet. */
  isRestored: boolean
}

/** Offsets: end of the months, end of the cells of the minute; after them the overage, when there is any. */
const monthsBytes = 11
const cellsEnd = 143
const overageBytes = 24

/** Reads the months of a state; null when the bytes are not a state. */
export function readPackedMonths(bytes: Uint8Array): PackedMonths | null {
  if (bytes.byteLength < monthsBytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const hasOverage = bytes.byteLength >= cellsEnd + overageBytes
  const overageAt = (offset: number) =>
    hasOverage ? planCounts((_, index) => view.getUint32(cellsEnd + offset + 4 * index)) : noOverage
  return {
    monthIndex: view.getUint16(0),
    requests: view.getUint32(2),
    previousRequests: view.getUint32(6),
    overage: overageAt(0),
    previousOverage: overageAt(overageBytes / 2),
    isRestored: view.getUint8(10) === 1,
  }
}
