import { expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createUpgrades } from '@hexawatt/shared/errors/upgrades'
import type { LimitSubject, Quota } from './quota.ts'
import { refuseByQuota } from './quota-response.ts'

const upgrades = createUpgrades(defaultPlanTable, 'https://example.org/plans')
const to = (plan: string) => ({ upgradeUrl: `https://example.org/plans?plan=${plan}` })
const free: LimitSubject = {
  kind: 'account',
  id: 'acc_1',
  requestsPerMinute: 10,
  month: { quota: 3_000, cap: 3_000 },
}
const paid: LimitSubject = { ...free, month: { quota: 30_000, cap: 90_000 } }
const demo: LimitSubject = { kind: 'demo', id: 'hash', requestsPerMinute: 3, month: { quota: 10, cap: 10 } }
const anonymous: LimitSubject = { kind: 'anonymous', id: 'hash', requestsPerMinute: 60, month: null }

function refusalOf(subject: LimitSubject, refusedBy: 'minute' | 'month', resetSeconds = 17) {
  const quota: Quota = {
    refusedBy,
    minute: { limit: subject.requestsPerMinute, remaining: 0, resetSeconds },
    month: subject.month && {
      limit: subject.month.quota,
      remaining: 0,
      resetSeconds: 5_000,
      monthIndex: 2026 * 12 + 11,
    },
    isLocal: false,
  }
  const { code, status, options } = refuseByQuota(subject, quota, upgrades)
  return { code, status, ...options }
}

test.each([
  [free, 'minute', 'rate_limited', 17],
  [paid, 'minute', 'rate_limited', 17],
  [anonymous, 'minute', 'rate_limited', 17],
  [free, 'month', 'upgrade_required', 5_000],
  [paid, 'month', 'overage_cap_exceeded', 5_000],
  [demo, 'minute', 'demo_limit_exceeded', 17],
  [demo, 'month', 'demo_limit_exceeded', 5_000],
] as const)('%o refused by its %s is 429 %s, to be tried again after %d s', (subject, by, code, retryAfterSeconds) => {
  expect(refusalOf(subject, by)).toMatchObject({ code, status: 429, retryAfterSeconds })
})

test('each refusal links the smallest sufficient plan, or no plan if none suffices', () => {
  const pro: LimitSubject = { ...paid, requestsPerMinute: 60 }
  const largest: LimitSubject = { ...free, requestsPerMinute: 200, month: { quota: 150_000, cap: 450_000 } }
  for (const client of [demo, anonymous]) expect(refusalOf(client, 'minute').extras).toEqual(to('decouverte'))
  expect(refusalOf(free, 'minute').extras).toEqual(to('pro'))
  expect(refusalOf(pro, 'minute').extras).toEqual(to('scale'))
  expect(refusalOf(free, 'month').extras).toEqual(to('pro'))
  expect(refusalOf(paid, 'month').extras).toEqual(to('scale'))
  for (const by of ['minute', 'month'] as const) {
    expect(refusalOf(largest, by).extras).toEqual({ upgradeUrl: 'https://example.org/plans' })
  }
})

test('the detail states the limit, what is counted, and when it frees', () => {
  expect(refusalOf(free, 'minute').detail).toBe(
    'At most 10 requests a minute in a sliding window, counted over all keys of the account; the next one can pass in 17 s.',
  )
  expect(refusalOf(paid, 'month').detail).toBe(
    'At most 90000 answers with status 200 in a calendar month, counted over all keys of the account; ' +
      'the count restarts on 2027-01-01T00:00:00Z.',
  )
  expect(refusalOf(demo, 'month').detail).toContain('counted per client address')
})

test('Retry-After is at least 1', () => {
  expect(refusalOf(free, 'minute', 0).retryAfterSeconds).toBe(1)
})
