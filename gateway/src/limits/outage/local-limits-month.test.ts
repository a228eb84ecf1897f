import { expect, test } from 'bun:test'
import type { LimitSubject } from '../quota/quota.ts'
import {
  countPassed,
  createGatewayShare,
  createTestLocalLimits,
  november,
  pro,
  rememberCounts,
} from '../testing/local-limits-fixture.ts'

test('gateways share the rest of the month that Redis last reported', () => {
  const all = Array.from({ length: 4 }, (_, rank) => createTestLocalLimits(createGatewayShare(4, rank)))
  const patient = { ...pro, requestsPerMinute: 6_000 }
  for (const gateway of all) rememberCounts(gateway, patient, { monthRequests: 89_990 })
  expect(all.map(({ local }) => countPassed(() => local.take(patient, true), 100))).toEqual([3, 3, 2, 2])
  expect(all[0]?.local.take(patient, true)).toMatchObject({ refusedBy: 'month', month: { remaining: 30_000 - 89_993 } })
})

test('a known month continues from the count of Redis, up to the cap', () => {
  const gateway = createTestLocalLimits()
  const { local } = gateway
  rememberCounts(gateway, pro, { monthRequests: 89_998 })
  expect(local.take(pro, true).month).toMatchObject({ limit: 30_000, remaining: -59_999, monthIndex: november.index })
  expect([local.take(pro, true).refusedBy, local.take(pro, true).refusedBy]).toEqual([null, 'month'])
})

test('refusals by the month count in the minute, locally and later in Redis, and never in the month', () => {
  const gateway = createTestLocalLimits()
  const { local, pending } = gateway
  const small: LimitSubject = { ...pro, requestsPerMinute: 5, month: { quota: 2, cap: 2 } }
  rememberCounts(gateway, small, { minuteRequests: 1, monthRequests: 1 })
  const refusals = Array.from({ length: 5 }, () => local.take(small, true).refusedBy)
  expect(refusals).toEqual([null, 'month', 'month', 'month', 'minute'])
  expect(pending.takeAll()).toMatchObject([{ change: 1, minuteRequests: 4 }])
})

test('a refusal by the month of one block counts in the minutes of all blocks; one by a minute takes nothing', () => {
  const { local } = createTestLocalLimits()
  const block = (id: string, requestsPerMinute: number, quota: number): LimitSubject => {
    const month = { quota: 30 * quota, cap: 30 * quota }
    return { kind: 'demo', id, requestsPerMinute, month }
  }
  const client: LimitSubject = { ...block('own', 5, 100), wider: [block('wide', 9, 2)] }
  const neighbour: LimitSubject = { ...block('other', 20, 100), wider: [block('wide', 9, 2)] }
  const refusedBy = (subject: LimitSubject, times: number) =>
    Array.from({ length: times }, () => local.take(subject, true).refusedBy)
  expect(refusedBy(client, 6)).toEqual([null, null, 'month', 'month', 'month', 'minute'])
  // Five of the nine of the block are taken.
  expect(refusedBy(neighbour, 5)).toEqual(['month', 'month', 'month', 'month', 'minute'])
})

test('an unknown month allows a day’s share of the quota, in each outage anew', () => {
  const { local } = createTestLocalLimits()
  const subject: LimitSubject = { ...pro, month: { quota: 300, cap: 900 } }
  expect(countPassed(() => local.take(subject, true), 20)).toBe(10)
  expect(local.take(subject, true).refusedBy).toBe('month')
  local.end()
  expect(local.take(subject, true).refusedBy).toBeNull()
})

test('the count of another month does not affect this month', () => {
  const gateway = createTestLocalLimits()
  const { local, time } = gateway
  rememberCounts(gateway, pro, { monthRequests: 90_000 })
  expect(local.take(pro, true).refusedBy).toBe('month')
  time.realTimeMs = november.endSeconds * 1_000
  expect(local.take(pro, true)).toMatchObject({ refusedBy: null, month: { monthIndex: november.index + 1 } })
})

test('requests served under different plans are recorded separately, because their prices may differ', () => {
  const { local, pending } = createTestLocalLimits()
  const priced = (overagePlanIndex: number): LimitSubject => ({
    ...pro,
    month: { quota: 30_000, cap: 90_000, overagePlanIndex },
  })
  for (const plan of [2, 3, 2]) local.take(priced(plan), true)
  expect(pending.takeAll().map(({ owner, change }) => [owner.month?.overagePlanIndex, change])).toEqual([
    [2, 2],
    [3, 1],
  ])
})

test('served requests are recorded once by month, without refused ones, possibly counted ones, and addresses without a month', () => {
  const { local, time, pending } = createTestLocalLimits()
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
    // Given back: it counts only in the minute.
    {
      owner: { kind: 'account', id: 'acc_2', month: pro.month },
      monthIndex: november.index + 1,
      change: 0,
      minuteRequests: 1,
    },
  ])
  expect(pending.takeAll()).toEqual([])
})
