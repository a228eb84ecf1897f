import type { ProblemCode } from '@hexawatt/shared/contract/problem'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Upgrades } from '@hexawatt/shared/errors/upgrades'
import { formatMonth } from '@hexawatt/shared/usage/month-count'
import { getMonthTerms, type LimitState, type LimitSubject, type MonthTerms, type Quota } from './quota.ts'

const minuteSeconds = 60

/**
 * Writes the remaining quota in two forms: the X-RateLimit headers that most clients know, and RateLimit and RateLimit-Policy of
 * draft-ietf-httpapi-ratelimit-headers-11. The month has no `w` there, because it has no fixed number of seconds; `t` says when it ends.
 * @param quota null when the request was not counted
 */
export function writeQuotaHeaders(headers: Headers, quota: Quota | null): void {
  if (quota === null) return
  const { minute, month } = quota
  const minuteLeft = countLeft(minute)
  const minutePolicy = `"minute";q=${minute.limit};w=${minuteSeconds}`
  const minuteState = `"minute";r=${minuteLeft};t=${minute.resetSeconds}`
  headers.set('x-ratelimit-limit-minute', String(minute.limit))
  headers.set('x-ratelimit-remaining-minute', String(minuteLeft))
  if (month === null) {
    headers.set('ratelimit-policy', minutePolicy)
    headers.set('ratelimit', minuteState)
    return
  }
  const monthLeft = countLeft(month)
  headers.set('x-ratelimit-limit-month', String(month.limit))
  headers.set('x-ratelimit-remaining-month', String(monthLeft))
  headers.set('ratelimit-policy', `${minutePolicy}, "month";q=${month.limit}`)
  headers.set('ratelimit', `${minuteState}, "month";r=${monthLeft};t=${month.resetSeconds}`)
}

/** The quota after one request of the month was given back. */
export function addGivenBack(quota: Quota): Quota {
  const { month } = quota
  return month === null ? quota : { ...quota, month: { ...month, remaining: month.remaining + 1 } }
}

function countLeft({ remaining }: LimitState): number {
  return Math.max(0, remaining)
}

/** Whose requests a limit counts, as part of a sentence. */
const counted = {
  account: 'counted over all keys of the account',
  demo: 'counted per client address (IPv6: per /64, /56 and /48)',
  anonymous:
    'counted per client address (IPv6: per /64, /56 and /48), for requests without a valid key and for public endpoints',
} as const

/**
 * The refusal of a request by the limit that the quota names.
 * @param upgrades address of a plan that would allow the request
 */
export function refuseByQuota(subject: LimitSubject, quota: Quota, upgrades: Pick<Upgrades, 'ofLimit'>): AppError {
  const { month } = quota
  const terms = subject.month && month && getMonthTerms(subject.month, month.monthIndex)
  const isMonth = quota.refusedBy === 'month' && month !== null && terms !== null
  const retryAfterSeconds = Math.max(1, isMonth ? month.resetSeconds : quota.minute.resetSeconds)
  return new AppError(chooseRefusalCode(subject, isMonth ? terms : null), {
    detail: isMonth
      ? describeMonth(subject, subject.kind === 'account' ? terms.cap : month.limit, month.monthIndex)
      : `At most ${quota.minute.limit} requests a minute in a sliding window, ${counted[subject.kind]}; ` +
        `the next one can pass in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
    extras: upgrades.ofLimit(subject, isMonth ? terms : null),
  })
}

/** @param terms of the month when it refuses; null = the minute does */
function chooseRefusalCode({ kind }: LimitSubject, terms: MonthTerms | null): ProblemCode {
  if (kind === 'demo') return 'demo_limit_exceeded'
  if (terms === null) return 'rate_limited'
  return terms.cap === terms.quota ? 'upgrade_required' : 'overage_cap_exceeded'
}

function describeMonth({ kind }: LimitSubject, cap: number, monthIndex: number): string {
  return (
    `At most ${cap} answers with status 200 in a calendar month, ${counted[kind]}; ` +
    `the count restarts on ${formatMonth(monthIndex + 1)}-01T00:00:00Z.`
  )
}
