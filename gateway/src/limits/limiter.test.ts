import { afterEach, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { formatMonth } from '@hexawatt/shared/usage/month-count'
import { createMonthCounts } from '@hexawatt/shared/usage/month-counts'
import type { RestoreMonth } from './exact/month-restore.ts'
import { getMonthAt, type Limiter, type LimitSubject, type Quota } from './quota/quota.ts'
import { startTestLimiter } from './testing/limiter-fixture.ts'

const logger = createLogger('test', 'silent')
const closers: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

type Settings = { restoreMonth?: RestoreMonth; monotonicMs?: () => number; realTimeMs?: () => number }

async function startLimiter(redisUrl: string, settings: Settings = {}) {
  const limiter = await startTestLimiter(redisUrl, settings)
  closers.push(limiter.close)
  return limiter
}

async function connect(redisUrl: string) {
  const redis = createRedis(redisUrl, logger)
  closers.push(() => redis.disconnect())
  await whenRedisReady(redis)
  return redis
}

function account(requestsPerMinute: number, cap = 1_000_000, quota = cap): LimitSubject {
  return { kind: 'account', id: `acc_${crypto.randomUUID()}`, requestsPerMinute, month: { quota, cap } }
}

/** Takes so many at once, in turn from each limiter. */
function takeAtOnce(limiters: readonly Limiter[], subject: LimitSubject, times: number): Promise<Quota[]> {
  return Promise.all(
    Array.from(
      { length: times },
      (_, i) => limiters[i % limiters.length]?.take(subject) ?? Promise.reject(new Error()),
    ),
  )
}

function tally(quotas: readonly Quota[]) {
  const by = (name: Quota['refusedBy']) => quotas.filter(({ refusedBy }) => refusedBy === name).length
  return { passed: by(null), minute: by('minute'), month: by('month'), local: quotas.filter((q) => q.isLocal).length }
}

async function countsIn(redisUrl: string) {
  const pages = await Array.fromAsync(createMonthCounts(await connect(redisUrl), defaultPlanTable.plans).scan())
  return new Map(pages.flat().map(({ accountId, month, requests }) => [accountId, { month, requests }]))
}

const thisMonth = () => getMonthAt(Date.now() / 1_000)

test('two gateways admit exactly the monthly cap, and refusals by the month count in the minute', async () => {
  const redisUrl = await createTestRedisUrl()
  const limiters = [await startLimiter(redisUrl), await startLimiter(redisUrl)]
  const subject = account(1_000, 77, 30)
  expect(tally(await takeAtOnce(limiters, subject, 500))).toEqual({ passed: 77, minute: 0, month: 423, local: 0 })
  const [last] = await takeAtOnce(limiters, subject, 1)
  expect(last?.minute).toMatchObject({ limit: 1_000, remaining: 1_000 - 501 })
  expect(last?.month).toMatchObject({ limit: 30, remaining: 30 - 77, monthIndex: thisMonth().index })
})

test('a response states what is left and when the month ends', async () => {
  const limiter = await startLimiter(await createTestRedisUrl())
  const quota = await limiter.take(account(60, 3_000))
  const monthSeconds = quota.month?.resetSeconds ?? 0
  expect(Math.abs(monthSeconds - (thisMonth().endSeconds - Date.now() / 1_000))).toBeLessThan(5)
  expect(quota).toEqual({
    refusedBy: null,
    minute: { limit: 60, remaining: 59, resetSeconds: 60 },
    month: { limit: 3_000, remaining: 2_999, resetSeconds: monthSeconds, monthIndex: thisMonth().index },
    isLocal: false,
  })
  const anonymous = await limiter.take({ kind: 'anonymous', id: 'hash', requestsPerMinute: 60, month: null })
  expect(anonymous).toMatchObject({ refusedBy: null, month: null })
})

test('the decisions of one event-loop turn are one Redis call, up to a hundred', async () => {
  const redisUrl = await createTestRedisUrl()
  const limiter = await startLimiter(redisUrl)
  const redis = await connect(redisUrl)
  const calls = async () => Number((await redis.info('commandstats')).match(/cmdstat_evalsha:calls=(\d+)/)?.[1] ?? 0)
  const subject = { ...account(1_000), kind: 'demo' } as const
  const before = await calls()
  const quotas = await takeAtOnce([limiter], subject, 100)
  expect((await calls()) - before).toBe(1)
  expect(quotas.map(({ minute }) => minute.remaining)).toEqual(Array.from({ length: 100 }, (_, i) => 999 - i))
  await takeAtOnce([limiter], subject, 250)
  expect((await calls()) - before).toBe(4)
  // Requests of one turn arrive one after the other, with other work between them.
  const spread: Promise<Quota>[] = []
  for (let i = 0; i < 10; i += 1) {
    spread.push(limiter.take(subject))
    await Promise.resolve()
  }
  await Promise.all(spread)
  expect((await calls()) - before).toBe(5)
})

test('a refunded request returns to the month, not to the minute', async () => {
  const redisUrl = await createTestRedisUrl()
  const limiter = await startLimiter(redisUrl)
  const subject = account(10, 1)
  const quota = await limiter.take(subject)
  expect((await limiter.take(subject)).refusedBy).toBe('month')
  limiter.giveBackMonth(subject, quota)
  expect(await limiter.take(subject)).toMatchObject({
    refusedBy: null,
    minute: { remaining: 7 },
    month: { remaining: 0 },
  })
})

test('a count that Redis lost is restored once before any request is served, however many gateways restore it', async () => {
  const redisUrl = await createTestRedisUrl()
  const asked: string[] = []
  const restoreMonth: RestoreMonth = async (accountId, month) => {
    asked.push(`${accountId} ${month}`)
    await Bun.sleep(20)
    return { requests: 40, overage: new Map() }
  }
  const limiters = await Promise.all(Array.from({ length: 3 }, () => startLimiter(redisUrl, { restoreMonth })))
  const subject = account(100, 42)
  expect(tally(await takeAtOnce(limiters, subject, 60))).toEqual({ passed: 2, minute: 0, month: 58, local: 0 })
  // One question of each gateway, whatever number of requests wait for it.
  expect(asked).toEqual(Array(3).fill(`${subject.id} ${formatMonth(thisMonth().index)}`))
  expect((await countsIn(redisUrl)).get(subject.id)?.requests).toBe(42)
})

test('an account whose count cannot be restored is served, is not flushed, and is restored after a pause', async () => {
  const redisUrl = await createTestRedisUrl()
  let nowMs = 0
  let isAway = true
  let asked = 0
  const restoreMonth: RestoreMonth = async () => {
    asked += 1
    if (isAway) throw new Error('away')
    return { requests: 40, overage: new Map() }
  }
  const limiter = await startLimiter(redisUrl, { restoreMonth, monotonicMs: () => nowMs })
  const subject = account(100, 42)
  expect(tally(await takeAtOnce([limiter], subject, 1))).toMatchObject({ passed: 1, local: 0 })
  isAway = false
  expect((await limiter.take(subject)).refusedBy).toBeNull()
  expect(asked).toBe(1)
  expect((await countsIn(redisUrl)).has(subject.id)).toBe(false)
  nowMs = 5_001
  expect((await limiter.take(subject)).refusedBy).toBe('month')
  expect((await countsIn(redisUrl)).get(subject.id)).toEqual({ month: formatMonth(thisMonth().index), requests: 42 })
})

test('a store that never answers delays no request', async () => {
  const limiter = await startLimiter(await createTestRedisUrl(), { restoreMonth: () => new Promise(() => undefined) })
  expect(await limiter.take(account(100))).toMatchObject({ refusedBy: null, isLocal: false })
})

test('a Redis that lost its scripts gets them again', async () => {
  const redisUrl = await createTestRedisUrl()
  const limiter = await startLimiter(redisUrl)
  const subject = account(5)
  await limiter.take(subject)
  await (await connect(redisUrl)).script('FLUSH')
  expect(tally(await takeAtOnce([limiter], subject, 300))).toEqual({ passed: 4, minute: 296, month: 0, local: 0 })
})

test('the month is that of Redis, also for a gateway with a wrong clock', async () => {
  const limiter = await startLimiter(await createTestRedisUrl(), { realTimeMs: () => Date.UTC(2031, 4, 5) })
  const quotas = await takeAtOnce([limiter], account(5), 150)
  expect(tally(quotas)).toEqual({ passed: 5, minute: 145, month: 0, local: 0 })
  expect(new Set(quotas.map(({ month }) => month?.monthIndex))).toEqual(new Set([thisMonth().index]))
})

test('account counts are read in pages, without addresses and zero counts', async () => {
  const redisUrl = await createTestRedisUrl()
  const limiter = await startLimiter(redisUrl)
  const accounts = Array.from({ length: 1_200 }, () => account(10))
  await Promise.all(accounts.map((subject) => limiter.take(subject)))
  const [first, second] = [account(10), account(10)]
  await takeAtOnce([limiter], first, 3)
  limiter.giveBackMonth(second, await limiter.take(second))
  await limiter.take({ ...first, kind: 'demo' })
  await limiter.take({ kind: 'anonymous', id: 'hash', requestsPerMinute: 9, month: null })
  const counts = await countsIn(redisUrl)
  const month = formatMonth(thisMonth().index)
  expect(counts.size).toBe(1_201)
  expect(accounts.every(({ id }) => counts.get(id)?.requests === 1)).toBe(true)
  expect(counts.get(first.id)).toEqual({ month, requests: 3 })
})
