import { masterNodesOf } from '@hexawatt/shared/redis/client'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { accountStatePattern } from '@hexawatt/shared/redis/keys'
import { type OverageByPlanIndex, readStateMonths, type StateMonths } from '@hexawatt/shared/redis/limit-state'
import { type MonthCount, type MonthCounts, type PlanCounts, planCounts } from '../usage/month-count.ts'
import { stateKey } from './limit-operation.ts'
import { monthName } from './quota.ts'

/** States of one SCAN step, about. */
const pageSize = 500

type Server = ReturnType<typeof masterNodesOf>[number]

/**
 * Reads the counts of all accounts from Redis, in pages: the running month and the one before, so that the last hour of a month is not lost.
 * Skips counts of 0, and states that are not restored yet: the restore would add their stored count to itself. Of a cluster all masters are
 * read; when one fails, after the others, the reading fails.
 */
export function createMonthCounts(redis: RedisConnection) {
  return {
    async *scan(): AsyncGenerator<MonthCount[], void> {
      const failures: unknown[] = []
      for (const server of masterNodesOf(redis)) {
        try {
          yield* countsOn(server)
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
    /** The same counts of one account. @throws what Redis throws */
    async ofAccount(accountId: string): Promise<MonthCount[]> {
      return countsOf(accountId, await redis.getBuffer(stateKey({ kind: 'account', id: accountId })))
    },
  } satisfies MonthCounts & Record<string, unknown>
}

async function* countsOn(server: Server): AsyncGenerator<MonthCount[], void> {
  let cursor = '0'
  do {
    const [next, keys] = await server.scan(cursor, 'MATCH', accountStatePattern, 'COUNT', pageSize)
    cursor = next
    // Not one MGET: on a cluster the keys of a server lie in many slots.
    const states = await Promise.all(keys.map((key) => server.getBuffer(key)))
    yield states.flatMap((state, i) => countsOf(accountIdOf(keys[i] ?? ''), state))
  } while (cursor !== '0')
}

function accountIdOf(key: string): string {
  return key.slice(key.lastIndexOf(':a:') + 3)
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

/** The months of a state, with the requests beyond the quota by the plan that prices them. */
export type PackedMonths = Omit<StateMonths, 'overage' | 'previousOverage'> & {
  overage: PlanCounts
  previousOverage: PlanCounts
}

/** Reads the months of a state; null when the bytes are not a state. */
export function readPackedMonths(bytes: Uint8Array): PackedMonths | null {
  const months = readStateMonths(bytes)
  if (months === null) return null
  const byPlan = (overage: OverageByPlanIndex) => planCounts((_, index) => overage.get(index + 1) ?? 0)
  return { ...months, overage: byPlan(months.overage), previousOverage: byPlan(months.previousOverage) }
}
