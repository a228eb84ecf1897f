import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { stateKey } from './limit-operation.ts'
import { createLocalLimits } from './local-limits.ts'
import { createPendingUsage } from './month-sync.ts'
import { type LimitSubject, monthAt } from './quota.ts'

const november = monthAt(Date.UTC(2026, 10, 5) / 1_000)

function startLocal() {
  const time = { monotonicMs: 0, realTimeMs: november.startSeconds * 1_000 + 5_000_000 }
  const pending = createPendingUsage()
  const local = createLocalLimits({ pending, monotonicMs: () => time.monotonicMs, realTimeMs: () => time.realTimeMs })
  return { time, local, pending }
}

const pro: LimitSubject = {
  kind: 'account',
  id: 'acc_1',
  requestsPerMinute: 60,
  month: { quota: 30_000, cap: 90_000 },
}

/** Lets the process know what Redis counted. */
function remember(local: ReturnType<typeof startLocal>['local'], subject: LimitSubject, monthRequests: number): void {
  const reading = {
    kind: 'reading' as const,
    verdict: 0,
    freeSeconds: 1,
    minuteRequests: 1,
    monthRequests,
    month: november,
    monthLeftSeconds: 9,
  }
  local.remember(subject.kind, stateKey(subject), reading)
}

function countPassed(take: () => { refusedBy: string | null }, tries: number): number {
  return Array.from({ length: tries }, take).filter(({ refusedBy }) => refusedBy === null).length
}

test('half of the minute’s limit is served, at least one request, and said so', () => {
  const { local } = startLocal()
  expect(countPassed(() => local.take(pro, true), 100)).toBe(30)
  const quota = local.take(pro, true)
  expect(quota).toMatchObject({
    refusedBy: 'minute',
    isLocal: true,
    minute: { limit: 60, remaining: 0, resetSeconds: 60 },
  })
  expect(countPassed(() => local.take({ ...pro, id: 'small', requestsPerMinute: 1 }, true), 9)).toBe(1)
})

/** Mostly short pauses, and now and then one longer than the window. */
const pausesMs = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 50_000, max: 130_000 }) },
  ),
  { minLength: 60, maxLength: 150 },
)

test('no span of 60 s holds more than the local limit and one, and a place that is free is given', () => {
  fc.assert(
    fc.property(pausesMs, (pauses) => {
      const { time, local } = startLocal()
      const subject = { ...pro, requestsPerMinute: 8 }
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

test.each([120, 20])('a steady rate of just half of %d a minute, the local limit, is never refused', (limit) => {
  const { time, local } = startLocal()
  const subject = { ...pro, requestsPerMinute: limit }
  for (const pauses = { left: 4 * limit }; pauses.left > 0; pauses.left -= 1) {
    time.monotonicMs += 120_000 / limit
    expect(local.take(subject, true).refusedBy).toBeNull()
  }
})

test('a window that was left alone for more than a minute is empty, however long', () => {
  const { time, local } = startLocal()
  for (let pauseSeconds = 61; pauseSeconds < 200; pauseSeconds += 1) {
    const subject = { ...pro, id: `acc_${pauseSeconds}`, requestsPerMinute: 8 }
    expect(countPassed(() => local.take(subject, true), 5)).toBe(4)
    time.monotonicMs += pauseSeconds * 1_000
    expect(countPassed(() => local.take(subject, true), 5)).toBe(4)
  }
})

test('a month that is known goes on from what Redis counted, up to the cap', () => {
  const { local } = startLocal()
  remember(local, pro, 89_998)
  expect(local.take(pro, true).month).toMatchObject({ limit: 30_000, remaining: -59_999, monthIndex: november.index })
  expect([local.take(pro, true).refusedBy, local.take(pro, true).refusedBy]).toEqual([null, 'month'])
})

test('a month that is not known is served for a day’s share of the quota, in each outage anew', () => {
  const { local } = startLocal()
  const subject: LimitSubject = { ...pro, month: { quota: 300, cap: 900 } }
  expect(countPassed(() => local.take(subject, true), 20)).toBe(10)
  expect(local.take(subject, true).refusedBy).toBe('month')
  local.end()
  expect(local.take(subject, true).refusedBy).toBeNull()
})

test('the count of another month says nothing about this one', () => {
  const { local, time } = startLocal()
  remember(local, pro, 90_000)
  expect(local.take(pro, true).refusedBy).toBe('month')
  time.realTimeMs = november.endSeconds * 1_000
  expect(local.take(pro, true)).toMatchObject({ refusedBy: null, month: { monthIndex: november.index + 1 } })
})

test('what was served under another plan is pending apart: it may be priced otherwise', () => {
  const { local, pending } = startLocal()
  const priced = (overagePlan: 'pro' | 'scale'): LimitSubject => ({
    ...pro,
    month: { quota: 30_000, cap: 90_000, overagePlan },
  })
  for (const plan of ['pro', 'scale', 'pro'] as const) local.take(priced(plan), true)
  expect(pending.takeAll().map(({ owner, change }) => [owner.month?.overagePlan, change])).toEqual([
    ['pro', 2],
    ['scale', 1],
  ])
})

test('what was served is pending once, by month; what may have been counted, what was refused and addresses without a month are not', () => {
  const { local, time, pending } = startLocal()
  const anonymous: LimitSubject = { kind: 'anonymous', id: 'hash', requestsPerMinute: 60, month: null }
  for (const isPending of [true, true, false]) local.take(pro, isPending)
  local.take(anonymous, true)
  local.giveBack(pro, november.index)
  time.realTimeMs = november.endSeconds * 1_000
  local.take(pro, true)
  const other = { ...pro, id: 'acc_2' }
  local.take(other, true)
  local.giveBack(other, november.index + 1)
  expect(pending.takeAll()).toEqual([
    { owner: { kind: 'account', id: 'acc_1', month: pro.month }, monthIndex: november.index, change: 1 },
    { owner: { kind: 'account', id: 'acc_1', month: pro.month }, monthIndex: november.index + 1, change: 1 },
  ])
  expect(pending.takeAll()).toEqual([])
})
