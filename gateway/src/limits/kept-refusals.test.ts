import { afterAll, expect, test } from 'bun:test'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { createKeptRefusals } from './outage/kept-refusals.ts'
import type { LimitSubject, Quota } from './quota/quota.ts'
import { type Reading, verdicts } from './quota/reading.ts'
import { startTestLimiter } from './testing/limiter-fixture.ts'

const redisUrl = await createTestRedisUrl()
/** Passed monotonic time of the gateway, ms: Redis goes on by its own clock. */
let aheadMs = 0
const limiter = await startTestLimiter(redisUrl, { monotonicMs: () => performance.now() + aheadMs })
const elsewhere = await startTestLimiter(redisUrl)
afterAll(async () => {
  await Promise.all([limiter.close(), elsewhere.close()])
})

function account(requestsPerMinute: number, cap = 1_000_000): LimitSubject {
  return { kind: 'account', id: `acc_${crypto.randomUUID()}`, requestsPerMinute, month: { quota: cap, cap } }
}

const takeTimes = async (subject: LimitSubject, times: number) => {
  for (let i = 0; i < times; i += 1) await limiter.take(subject)
}

/** Calls of the script that this work made. */
async function callsOf(work: () => unknown): Promise<number> {
  const calls = async () => {
    const info = await withRedis(redisUrl, (redis) => redis.info('commandstats'))
    const callsTo = (name: string) => Number(info.match(new RegExp(`cmdstat_${name}:calls=(\\d+)`))?.[1] ?? 0)
    // Each sign of life of a gateway is a script too, and the only one that adds to a sorted set.
    return callsTo('evalsha') - callsTo('zadd')
  }
  const before = await calls()
  await work()
  return (await calls()) - before
}

test('a full minute costs no call until its first second leaves the window, and states that wait', async () => {
  const subject = account(5)
  await takeTimes(subject, 6)
  expect(await callsOf(() => takeTimes(subject, 100))).toBe(0)
  aheadMs += 20_000
  const refusal = await limiter.take(subject)
  expect(refusal).toMatchObject({ refusedBy: 'minute', isLocal: false, minute: { limit: 5, remaining: 0 } })
  expect([39, 40]).toContain(refusal.minute.resetSeconds)
  aheadMs += 40_000
  // The minute is over for this gateway, so that Redis is asked again: it alone says that there is room.
  expect(await callsOf(() => limiter.take(subject))).toBe(1)
})

test('a cached refusal counts down with the seconds of Redis', () => {
  let nowMs = 5_000
  const kept = createKeptRefusals(() => nowMs)
  const subject = account(3, 100)
  const month = { limit: 100, remaining: 97, resetSeconds: 500, monthIndex: 24_313 }
  const quota: Quota = {
    refusedBy: 'minute',
    isLocal: false,
    minute: { limit: 3, remaining: 0, resetSeconds: 60 },
    month,
  }
  const reading: Reading = {
    atMs: 4_999,
    verdict: verdicts.byMinute,
    freeSeconds: 60,
    intoSecondMs: 950,
    minuteRequests: 3,
    monthRequests: 3,
    month: { index: 24_313, startSeconds: 0, endSeconds: 500 },
    monthLeftSeconds: 500,
  }
  kept.keep(subject, subject.id, quota, reading)
  const shown = () => {
    const found = kept.find(subject, subject.id)
    return [found?.minute.resetSeconds, found?.month?.resetSeconds]
  }
  nowMs += 49
  expect(shown()).toEqual([60, 500])
  nowMs += 1
  expect(shown()).toEqual([59, 499])
})

test('a raised limit takes effect at once', async () => {
  const subject = account(3)
  await takeTimes(subject, 4)
  expect((await limiter.take({ ...subject, requestsPerMinute: 4 })).refusedBy).toBeNull()
})

test('refusals by a full month cost a call each until the minute is full too, then none', async () => {
  const subject = account(20, 3)
  await takeTimes(subject, 3)
  expect(await callsOf(() => takeTimes(subject, 16))).toBe(16)
  expect(await limiter.take(subject)).toMatchObject({ refusedBy: 'month', minute: { remaining: 0 } })
  expect((await limiter.take(subject)).refusedBy).toBe('minute')
  expect(await callsOf(() => takeTimes(subject, 50))).toBe(0)
})

test('a larger cap takes effect at once', async () => {
  const subject = account(100, 3)
  await takeTimes(subject, 4)
  expect((await limiter.take({ ...subject, month: { quota: 4, cap: 4 } })).refusedBy).toBeNull()
})

test('a refunded request ends the refusal by the month at once, on every gateway', async () => {
  const subject = account(100, 2)
  const mine = await limiter.take(subject)
  const theirs = await elsewhere.take(subject)
  expect((await limiter.take(subject)).refusedBy).toBe('month')
  limiter.giveBackMonth(subject, mine)
  expect((await limiter.take(subject)).refusedBy).toBeNull()
  expect((await limiter.take(subject)).refusedBy).toBe('month')
  elsewhere.giveBackMonth(subject, theirs)
  await until('the place', async () => (await limiter.take(subject)).refusedBy === null, 2_000)
})

test('a full address block refuses without a call', async () => {
  const block: LimitSubject = { kind: 'anonymous', id: crypto.randomUUID(), requestsPerMinute: 3, month: null }
  const neighbour = (): LimitSubject => ({ ...block, id: crypto.randomUUID(), placedBy: block.id, wider: [block] })
  for (let i = 0; i < 4; i += 1) await limiter.take(neighbour())
  expect(
    await callsOf(async () => {
      expect((await limiter.take(neighbour())).refusedBy).toBe('minute')
    }),
  ).toBe(0)
})
