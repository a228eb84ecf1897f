import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { LimitSubject } from '../quota/quota.ts'
import { verdicts } from '../quota/reading.ts'
import {
  countPassed,
  createGatewayShare,
  createTestLocalLimits,
  pro,
  rememberCounts,
} from '../testing/local-limits-fixture.ts'

test('a single gateway without Redis serves the minute limit and says that it is local', () => {
  const { local } = createTestLocalLimits()
  expect(countPassed(() => local.take(pro, true), 100)).toBe(60)
  expect(local.take(pro, true)).toMatchObject({
    refusedBy: 'minute',
    isLocal: true,
    minute: { limit: 60, remaining: 0, resetSeconds: 60 },
  })
})

test.each([2, 3, 4, 7])(
  '%d gateways together serve exactly the minute limit, and at least one request each',
  (count) => {
    const all = Array.from({ length: count }, (_, rank) => createTestLocalLimits(createGatewayShare(count, rank)).local)
    const served = (subject: LimitSubject) => all.map((local) => countPassed(() => local.take(subject, true), 100))
    expect(served(pro).reduce((sum, passed) => sum + passed, 0)).toBe(60)
    expect(served({ ...pro, id: 'small', requestsPerMinute: 1 })).toEqual(all.map(() => 1))
  },
)

test('gateways that read the same count share the rest of the minute until it leaves the window', () => {
  const all = Array.from({ length: 4 }, (_, rank) => createTestLocalLimits(createGatewayShare(4, rank)))
  for (const gateway of all) rememberCounts(gateway, pro, { minuteRequests: 50 })
  const served = () => all.map(({ local }) => countPassed(() => local.take(pro, true), 100))
  expect(served()).toEqual([3, 3, 2, 2])
  for (const { time } of all) time.monotonicMs += 60_000
  expect(served()).toEqual([0, 0, 0, 0])
  expect(all.map(({ local }) => local.take(pro, true).minute.resetSeconds)).toEqual([1, 1, 1, 1])
  for (const { time } of all) time.monotonicMs += 1_000
  expect(served()).toEqual([15, 15, 15, 15])
})

test('requests that a gateway admitted through Redis count against its share, also if the last reading is lower', () => {
  const gateway = createTestLocalLimits(createGatewayShare(2, 0))
  for (let request = 1; request <= 25; request += 1) rememberCounts(gateway, pro, { minuteRequests: request })
  gateway.time.monotonicMs += 30_000
  // Redis has forgotten everything: a count of one. This gateway's own share is thirty.
  rememberCounts(gateway, pro, { minuteRequests: 1 })
  expect(countPassed(() => gateway.local.take(pro, true), 100)).toBe(4)
  // Requests that were refused there are none of its own.
  const other = { ...pro, id: 'other' }
  for (let request = 1; request <= 25; request += 1)
    rememberCounts(gateway, other, { minuteRequests: 0, verdict: verdicts.byMinute })
  expect(countPassed(() => gateway.local.take(other, true), 100)).toBe(30)
})

/** Mostly short pauses, and now and then one longer than the window. */
const pausesMs = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 50_000, max: 130_000 }) },
  ),
  { minLength: 60, maxLength: 150 },
)

test('no span of 60 s holds more than the local limit and one, and a free place is given', () => {
  fc.assert(
    fc.property(pausesMs, (pauses) => {
      const { time, local } = createTestLocalLimits()
      const subject = { ...pro, requestsPerMinute: 4 }
      const passedMs: number[] = []
      for (const pauseMs of pauses) {
        time.monotonicMs += pauseMs
        const second = Math.floor(time.monotonicMs / 1_000)
        // Of the second that is 60 s old, one request does not count: a 60th of the limit, rounded up.
        const countingAt = (at: number) => {
          const ages = passedMs.map((ms) => at - Math.floor(ms / 1_000))
          return ages.filter((age) => age < 60).length + Math.max(0, ages.filter((age) => age === 60).length - 1)
        }
        const { refusedBy, minute } = local.take(subject, true)
        expect(refusedBy === null).toBe(countingAt(second) < 4)
        if (refusedBy === null) passedMs.push(time.monotonicMs)
        const counting = countingAt(second)
        const waits = Array.from({ length: 61 }, (_, wait) => wait + 1)
        expect(minute.resetSeconds).toBe(waits.find((wait) => countingAt(second + wait) < Math.min(4, counting)) ?? -1)
      }
      for (const [i, atMs] of passedMs.entries()) {
        expect((passedMs[i + 5] ?? Number.POSITIVE_INFINITY) - atMs).toBeGreaterThanOrEqual(60_000)
      }
    }),
    { numRuns: 200 },
  )
})

test.each([60, 10])('a steady rate of exactly %d a minute is never refused by a single gateway', (limit) => {
  const { time, local } = createTestLocalLimits()
  const subject = { ...pro, requestsPerMinute: limit }
  for (const pauses = { left: 8 * limit }; pauses.left > 0; pauses.left -= 1) {
    time.monotonicMs += 60_000 / limit
    expect(local.take(subject, true).refusedBy).toBeNull()
  }
})

test('a window unused for more than a minute is empty', () => {
  const { time, local } = createTestLocalLimits()
  for (let pauseSeconds = 61; pauseSeconds < 200; pauseSeconds += 1) {
    const subject = { ...pro, id: `acc_${pauseSeconds}`, requestsPerMinute: 4 }
    expect(countPassed(() => local.take(subject, true), 5)).toBe(4)
    time.monotonicMs += pauseSeconds * 1_000
    expect(countPassed(() => local.take(subject, true), 5)).toBe(4)
  }
})
