import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { stateKey } from './limit-operation.ts'
import { createLocalLimits } from './local-limits.ts'
import { createPendingUsage } from './month-sync.ts'
import { type LimitSubject, monthAt } from './quota.ts'

const november = monthAt(Date.UTC(2026, 10, 5) / 1_000)

/** Shares of a gateway among so many. */
function gatewaysOf(count: number, rank: number) {
  return { shareOf: (requests: number) => Math.floor(requests / count) + (rank < requests % count ? 1 : 0) }
}

function startLocal(gateways = gatewaysOf(1, 0)) {
  const time = { monotonicMs: 0, realTimeMs: november.startSeconds * 1_000 + 5_000_000 }
  const pending = createPendingUsage(() => undefined)
  const local = createLocalLimits({
    pending,
    gateways,
    monotonicMs: () => time.monotonicMs,
    realTimeMs: () => time.realTimeMs,
  })
  return { time, local, pending }
}

const pro: LimitSubject = {
  kind: 'account',
  id: 'acc_1',
  requestsPerMinute: 60,
  month: { quota: 30_000, cap: 90_000 },
}

/** Lets the process know what Redis counted: of the minute, with the request that passed, and of the month. */
function remember(
  { local, time }: ReturnType<typeof startLocal>,
  subject: LimitSubject,
  { minuteRequests = 1, monthRequests = 1, verdict = 0 },
): void {
  const reading = {
    kind: 'reading' as const,
    atMs: time.monotonicMs,
    verdict,
    freeSeconds: 1,
    intoSecondMs: 1,
    minuteRequests,
    monthRequests,
    month: november,
    monthLeftSeconds: 9,
  }
  local.remember(subject, stateKey(subject), reading)
}

function countPassed(take: () => { refusedBy: string | null }, tries: number): number {
  return Array.from({ length: tries }, take).filter(({ refusedBy }) => refusedBy === null).length
}

test('a gateway that is alone serves the minute’s limit, and says so', () => {
  const { local } = startLocal()
  expect(countPassed(() => local.take(pro, true), 100)).toBe(60)
  expect(local.take(pro, true)).toMatchObject({
    refusedBy: 'minute',
    isLocal: true,
    minute: { limit: 60, remaining: 0, resetSeconds: 60 },
  })
})

test.each([2, 3, 4, 7])(
  '%d gateways together serve just the minute’s limit, of one request at least one each',
  (count) => {
    const all = Array.from({ length: count }, (_, rank) => startLocal(gatewaysOf(count, rank)).local)
    const served = (subject: LimitSubject) => all.map((local) => countPassed(() => local.take(subject, true), 100))
    expect(served(pro).reduce((sum, passed) => sum + passed, 0)).toBe(60)
    expect(served({ ...pro, id: 'small', requestsPerMinute: 1 })).toEqual(all.map(() => 1))
  },
)

test('gateways that have read the same count share what was left of the minute, and serve no more until it has left the window', () => {
  const all = Array.from({ length: 4 }, (_, rank) => startLocal(gatewaysOf(4, rank)))
  for (const gateway of all) remember(gateway, pro, { minuteRequests: 50 })
  const served = () => all.map(({ local }) => countPassed(() => local.take(pro, true), 100))
  expect(served()).toEqual([3, 3, 2, 2])
  for (const { time } of all) time.monotonicMs += 60_000
  expect(served()).toEqual([0, 0, 0, 0])
  expect(all.map(({ local }) => local.take(pro, true).minute.resetSeconds)).toEqual([1, 1, 1, 1])
  for (const { time } of all) time.monotonicMs += 1_000
  expect(served()).toEqual([15, 15, 15, 15])
})

test('what a gateway let through by Redis counts against its share, also when its last reading is older', () => {
  const gateway = startLocal(gatewaysOf(2, 0))
  for (let request = 1; request <= 25; request += 1) remember(gateway, pro, { minuteRequests: request })
  gateway.time.monotonicMs += 30_000
  // Redis has forgotten everything: a count of one. This gateway's own share is thirty.
  remember(gateway, pro, { minuteRequests: 1 })
  expect(countPassed(() => gateway.local.take(pro, true), 100)).toBe(4)
  // Requests that were refused there are none of its own.
  const other = { ...pro, id: 'other' }
  for (let request = 1; request <= 25; request += 1) remember(gateway, other, { minuteRequests: 0, verdict: 1 })
  expect(countPassed(() => gateway.local.take(other, true), 100)).toBe(30)
})

test('gateways share what was left of the month when Redis last answered', () => {
  const all = Array.from({ length: 4 }, (_, rank) => startLocal(gatewaysOf(4, rank)))
  for (const gateway of all) remember(gateway, pro, { monthRequests: 89_990 })
  expect(all.map(({ local }) => countPassed(() => local.take(pro, true), 100))).toEqual([3, 3, 2, 2])
  expect(all[0]?.local.take(pro, true)).toMatchObject({ refusedBy: 'month', month: { remaining: 30_000 - 89_993 } })
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

test.each([60, 10])(
  'a steady rate of just %d a minute, the limit of a gateway that is alone, is never refused',
  (limit) => {
    const { time, local } = startLocal()
    const subject = { ...pro, requestsPerMinute: limit }
    for (const pauses = { left: 8 * limit }; pauses.left > 0; pauses.left -= 1) {
      time.monotonicMs += 60_000 / limit
      expect(local.take(subject, true).refusedBy).toBeNull()
    }
  },
)

test('a window that was left alone for more than a minute is empty, however long', () => {
  const { time, local } = startLocal()
  for (let pauseSeconds = 61; pauseSeconds < 200; pauseSeconds += 1) {
    const subject = { ...pro, id: `acc_${pauseSeconds}`, requestsPerMinute: 4 }
    expect(countPassed(() => local.take(subject, true), 5)).toBe(4)
    time.monotonicMs += pauseSeconds * 1_000
    expect(countPassed(() => local.take(subject, true), 5)).toBe(4)
  }
})

test('a month that is known goes on from what Redis counted, up to the cap', () => {
  const gateway = startLocal()
  const { local } = gateway
  remember(gateway, pro, { monthRequests: 89_998 })
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
  const gateway = startLocal()
  const { local, time } = gateway
  remember(gateway, pro, { monthRequests: 90_000 })
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
    {
      owner: { kind: 'account', id: 'acc_1', month: pro.month },
      monthIndex: november.index,
      change: 1,
      minuteRequests: 2,
    },
    {
      owner: { kind: 'account', id: 'acc_1', month: pro.month },
      monthIndex: november.index + 1,
      change: 1,
      minuteRequests: 1,
    },
    // Given back: it counts in the minute alone.
    {
      owner: { kind: 'account', id: 'acc_2', month: pro.month },
      monthIndex: november.index + 1,
      change: 0,
      minuteRequests: 1,
    },
  ])
  expect(pending.takeAll()).toEqual([])
})
