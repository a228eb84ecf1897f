import { afterAll, beforeAll } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import { type OverageByPlanIndex, readStateMonths } from '@hexawatt/shared/redis/limit-state'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { defaultMaxAddresses } from '../exact/limit-batches.ts'
import { createLimitCommands } from '../exact/limit-commands.ts'
import { type LimitRequest, makeScriptInput, readReply, takeRequest } from '../exact/limit-request.ts'
import { getMonthAt, type LimitSubject } from '../quota/quota.ts'
import type { Reading, Verdict } from '../quota/reading.ts'

/** Far in the future, so that no state expires before it is read. */
export const november = Date.UTC(2096, 10, 1) / 1_000
export const december = Date.UTC(2096, 11, 1) / 1_000
export const novemberIndex = 2096 * 12 + 10

/** A subject that no other test counts. */
export function createSubject(kind: LimitSubject['kind'], requestsPerMinute: number, cap = 1_000_000): LimitSubject {
  const month = kind === 'anonymous' ? null : { quota: cap, cap }
  // Addresses have one place: the number of addresses with a state is bounded per place.
  const placedBy = kind === 'account' ? undefined : 'one place'
  return { kind, id: crypto.randomUUID(), placedBy, requestsPerMinute, month }
}

/**
 * The script at instants that the test chooses, seconds since the epoch.
 * @param redisUrl default: a Redis of the test file's own
 */
export async function useLimitScript(redisUrl?: string) {
  const redis = createRedis(redisUrl ?? (await createTestRedisUrl()), createLogger('test', 'silent'))
  beforeAll(() => whenRedisReady(redis))
  afterAll(() => redis.disconnect())
  const { decide } = createLimitCommands(redis)

  /** Runs requests in one call and returns the readings of all their states. */
  async function run(
    nowSeconds: number,
    requests: readonly LimitRequest[],
    maxAddresses = defaultMaxAddresses,
  ): Promise<Reading[]> {
    const month = getMonthAt(nowSeconds)
    const { keys, args } = makeScriptInput(requests, month, maxAddresses, String(nowSeconds * 1_000))
    const values = await decide(keys, args)
    const readings = readReply(values, requests, month, 0)
    if (readings === null) throw new Error(`the limit script answered ${values}`)
    return readings.flat()
  }

  return {
    redis,
    run,
    /** Verdicts on a number of requests in one call, of a state that needs no restore. */
    async takeMany(nowSeconds: number, subject: LimitSubject, times = 1): Promise<Verdict[]> {
      const readings = await run(nowSeconds, Array(times).fill(takeRequest(subject, true)))
      return readings.map(({ verdict }) => verdict)
    },
    /** Months of the stored state; null when there is none. */
    async readStored(subject: LimitSubject) {
      const bytes = await redis.getBuffer(buildLimitStateKey(subject))
      const months = bytes === null ? null : readStateMonths(bytes)
      return months && { ...months, overage: byPlan(months.overage), previousOverage: byPlan(months.previousOverage) }
    },
  }
}

/** Counts by the ids of the product's own plans. */
function byPlan(overage: OverageByPlanIndex): Record<string, number> {
  return Object.fromEntries(
    Object.entries(defaultPlanTable.plans).map(([id, { index }]) => [id, overage.get(index) ?? 0]),
  )
}
