import type { PlanTable } from '../contract/plans.ts'
import { listMasterNodes } from '../redis/client.ts'
import type { RedisConnection } from '../redis/connect.ts'
import { accountStatePattern, buildLimitStateKey } from '../redis/keys.ts'
import { readStateMonths } from '../redis/limit-state.ts'
import { formatMonth, type MonthCount, type MonthCounts, toCountsById } from './month-count.ts'

/** States of one SCAN step, about. */
const pageSize = 500

type Server = ReturnType<typeof listMasterNodes>[number]

/**
 * Reads the counts of accounts from Redis: the running month and the one before, so that the last hour of a month is not lost. Skips counts of
 * 0, and states that are not restored yet: the restore would add their stored count to itself.
 *
 * @param plans name the counts by plan
 */
export function createMonthCounts(redis: RedisConnection, plans: PlanTable['plans']) {
  function toMonthCounts(accountId: string, state: Uint8Array | null): MonthCount[] {
    const months = state === null ? null : readStateMonths(state)
    if (months === null || !months.isRestored) return []
    const { monthIndex, requests, previousRequests, overage, previousOverage } = months
    const ofMonth = {
      accountId,
      month: formatMonth(monthIndex),
      requests,
      ...toCountsById(plans, overage),
    }
    const ofPrevious = {
      accountId,
      month: formatMonth(monthIndex - 1),
      requests: previousRequests,
      ...toCountsById(plans, previousOverage),
    }
    return [ofMonth, ofPrevious].filter((count) => count.requests > 0)
  }

  async function* readCountsOn(server: Server): AsyncGenerator<MonthCount[], void> {
    let cursor = '0'
    do {
      const [next, keys] = await server.scan(cursor, 'MATCH', accountStatePattern, 'COUNT', pageSize)
      cursor = next
      // Not one MGET: on a cluster the keys of a server lie in many slots.
      const states = await Promise.all(keys.map((key) => server.getBuffer(key)))
      yield states.flatMap((state, i) => toMonthCounts(parseAccountId(keys[i] ?? ''), state))
    } while (cursor !== '0')
  }

  return {
    /** All accounts, in pages. Of a cluster all masters are read; when one fails, after the others, the reading fails. */
    async *scan(): AsyncGenerator<MonthCount[], void> {
      const failures: unknown[] = []
      for (const server of listMasterNodes(redis)) {
        try {
          yield* readCountsOn(server)
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
    /** Counts of the named accounts, at most a few thousand. @throws errors of Redis */
    async ofAccounts(accountIds: readonly string[]): Promise<MonthCount[]> {
      const states = await Promise.all(
        accountIds.map((id) => redis.getBuffer(buildLimitStateKey({ kind: 'account', id }))),
      )
      return states.flatMap((state, i) => toMonthCounts(accountIds[i] ?? '', state))
    },
  } satisfies MonthCounts & Record<string, unknown>
}

function parseAccountId(key: string): string {
  return key.slice(key.lastIndexOf(':a:') + 3)
}
