import { expect, test } from 'bun:test'
import { computeMonthlyCap, defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import { readStateMonths } from '@hexawatt/shared/redis/limit-state'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { readTestMonths, storeTestAccount } from '@hexawatt/shared/testing/key-fixture'
import { createLeapingTime } from '@hexawatt/shared/testing/leaping-time'
import type { ProductPlan } from '@hexawatt/shared/testing/plan-fixture'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { noOverage } from '@hexawatt/shared/usage/month-count'
import { createMonthCounts } from '@hexawatt/shared/usage/month-counts'
import { createUsageReading } from '@hexawatt/shared/usage/usage-reading'
import { createLimiters } from '../limits/limiters.ts'
import type { LimitSubject } from '../limits/quota/quota.ts'
import { flushUsage } from './usage-flush.ts'
import { createUsageStore } from './usage-store.ts'

const logger = createLogger('test', 'silent')
const { sql } = await useTestDatabase(5)
const store = createUsageStore(sql, defaultPlanTable.plans)
/** Requests that are stored of an account's month. */
const requestsOf = async (id: string, month: string) => (await store.restoreMonth(id, month)).requests
const redisUrl = await createTestRedisUrl()
const redis = createRedis(redisUrl, logger)
await whenRedisReady(redis)
closeAtEnd(() => redis.disconnect())
const counts = createMonthCounts(redis, defaultPlanTable.plans)
const { running, last } = await readTestMonths({ sql })

/** An account whose minute is no limit here. */
async function newSubject(plan: ProductPlan = 'pro'): Promise<LimitSubject> {
  const id = await storeTestAccount({ sql }, plan)
  const { monthlyQuota } = defaultPlanTable.plans[plan]
  const month = { quota: monthlyQuota, cap: computeMonthlyCap(defaultPlanTable.plans[plan]) }
  return { kind: 'account', id, requestsPerMinute: 60_000, month }
}

/** The limiter of one gateway process. */
async function startLimiter(restoreMonth = store.restoreMonth) {
  const metrics = createMetrics('gateway')
  // A restoration that failed is tried again at the next request.
  const limiter = createLimiters({
    limits: redisUrl,
    anonymous: redisUrl,
    restoreMonth,
    monotonicMs: createLeapingTime(),
    realTimeMs: () => Date.now(),
    metrics,
    logger,
  })
  await limiter.waitUntilReady()
  closeAtEnd(limiter.close)
  return limiter
}
type TestLimiter = Awaited<ReturnType<typeof startLimiter>>

async function takeMany(limiter: TestLimiter, subject: LimitSubject, requests: number): Promise<void> {
  await Promise.all(Array.from({ length: requests }, () => limiter.take(subject)))
}

const flush = () => flushUsage({ counts, store })

test('flushed counts survive the loss of Redis: the month continues from the stored count', async () => {
  const [limiter, subject] = [await startLimiter(), await newSubject()]
  await takeMany(limiter, subject, 40)
  await flush()
  await redis.flushdb()
  expect((await limiter.take(subject)).month?.remaining).toBe(30_000 - 41)
  await flush()
  expect(await requestsOf(subject.id, running)).toBe(41)
})

test('a hard quota holds after Redis was lost, also with three concurrent gateways', async () => {
  const subject = await newSubject('decouverte')
  await store.flush([{ accountId: subject.id, month: running, requests: 2_990, overage: noOverage }])
  await redis.flushdb()
  const gateways = await Promise.all([0, 1, 2].map(() => startLimiter()))
  const quotas = await Promise.all(
    gateways.flatMap((gateway) => Array.from({ length: 10 }, () => gateway.take(subject))),
  )
  expect(quotas.filter(({ refusedBy }) => refusedBy === null)).toHaveLength(10)
  await flush()
  expect(await requestsOf(subject.id, running)).toBe(3_000)
})

test('a gateway that dies between two flushes loses nothing, because its counts are in Redis', async () => {
  const [dying, subject] = [await startLimiter(), await newSubject()]
  await takeMany(dying, subject, 10)
  await flush()
  await takeMany(dying, subject, 7)
  dying.close()
  expect(await requestsOf(subject.id, running)).toBe(10)
  await takeMany(await startLimiter(), subject, 1)
  await flush()
  expect(await requestsOf(subject.id, running)).toBe(18)
})

test('a count that could not be restored is not flushed, so that it is not added twice', async () => {
  const subject = await newSubject()
  await store.flush([{ accountId: subject.id, month: running, requests: 3, overage: noOverage }])
  await redis.flushdb()
  let isPostgresAway = true
  const limiter = await startLimiter(async (...asked) => {
    if (isPostgresAway) throw new Error('connection refused')
    return store.restoreMonth(...asked)
  })
  await takeMany(limiter, subject, 5)
  await flush()
  expect(await requestsOf(subject.id, running)).toBe(3)
  isPostgresAway = false
  expect((await limiter.take(subject)).month?.remaining).toBe(30_000 - 9)
  await flush()
  expect(await requestsOf(subject.id, running)).toBe(9)
})

/** Makes what an account used this month what it used last month, as if the month had turned since. */
async function turnMonth(subject: LimitSubject): Promise<void> {
  const key = buildLimitStateKey(subject)
  const state = await redis.getBuffer(key)
  const months = state === null ? null : readStateMonths(state)
  if (state === null || months === null) throw new Error('the account has no state')
  state.writeUInt16BE(months.monthIndex - 1)
  expect(readStateMonths(state)).toEqual({ ...months, monthIndex: months.monthIndex - 1 })
  await redis.set(key, state, 'KEEPTTL')
}

test('after the turn of a month both months are flushed', async () => {
  const [limiter, subject] = [await startLimiter(), await newSubject()]
  await takeMany(limiter, subject, 4)
  await turnMonth(subject)
  await takeMany(limiter, subject, 2)
  await flush()
  const stored = [await requestsOf(subject.id, last), await requestsOf(subject.id, running)]
  expect(stored).toEqual([4, 2])
})

test('the operator’s page shows the newest counts, or those of the last flush without Redis', async () => {
  const [limiter, subject] = [await startLimiter(), await newSubject('scale')]
  const deps = { sql, plans: defaultPlanTable.plans, logger }
  await takeMany(limiter, subject, 6)
  const bill = { accountId: subject.id, plan: 'scale', requests: 6, baseEur: '499.00', eur: '499.00' } as const
  expect(await createUsageReading({ ...deps, redis }).usageOf(running)).toContainEqual(expect.objectContaining(bill))
  const awayRedis = createRedis('redis://127.0.0.1:1', logger)
  const { usageOf: awayUsageOf } = createUsageReading({ ...deps, redis: awayRedis })
  await flush()
  await takeMany(limiter, subject, 1)
  expect(await awayUsageOf(running)).toContainEqual(expect.objectContaining(bill))
  expect(await awayUsageOf('0000-01')).toEqual([])
  awayRedis.disconnect()
})
