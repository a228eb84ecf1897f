import type { ProblemCode } from '@hexawatt/shared/contract/problem'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Upgrades } from '@hexawatt/shared/errors/upgrades'
import { type LimitState, type LimitSubject, type MonthTerms, monthName, monthTerms, type Quota } from './quota.ts'

const minuteSeconds = 60

/** Limits already written to headers that requests share: most requests have the same, and need not write them again. */
const writtenLimits = new WeakMap<Headers, { minute: number; month: number | null }>()

/**
 * Writes what is left in two forms: the X-RateLimit headers that most clients know, and RateLimit and RateLimit-Policy of
 * draft-ietf-httpapi-ratelimit-headers-11. The month has no `w` there: it has no fixed number of seconds; `t` says when it ends.
 *
 * @param headers may hold the values of another request
 * @param quota null when the request was not counted: the headers are removed
 */
export function writeQuotaHeaders(headers: Headers, quota: Quota | null): void {
  const written = writtenLimits.get(headers)
  if (quota === null) {
    if (written !== undefined) clearQuotaHeaders(headers)
    return
  }
  const { minute, month } = quota
  if (written?.minute !== minute.limit || written.month !== (month?.limit ?? null)) {
    writeLimits(headers, quota, written !== undefined)
  }
  const minuteLeft = left(minute)
  headers.set('x-ratelimit-remaining-minute', String(minuteLeft))
  const minuteState = `"minute";r=${minuteLeft};t=${minute.resetSeconds}`
  if (month === null) {
    headers.set('ratelimit', minuteState)
    return
  }
  const monthLeft = left(month)
  headers.set('x-ratelimit-remaining-month', String(monthLeft))
  headers.set('ratelimit', `${minuteState}, "month";r=${monthLeft};t=${month.resetSeconds}`)
}

/** The part that is the same for all requests of a plan. */
function writeLimits(headers: Headers, { minute, month }: Quota, hasOthers: boolean): void {
  if (hasOthers) clearQuotaHeaders(headers)
  writtenLimits.set(headers, { minute: minute.limit, month: month?.limit ?? null })
  headers.set('x-ratelimit-limit-minute', String(minute.limit))
  const minutePolicy = `"minute";q=${minute.limit};w=${minuteSeconds}`
  if (month === null) {
    headers.set('ratelimit-policy', minutePolicy)
    return
  }
  headers.set('x-ratelimit-limit-month', String(month.limit))
  headers.set('ratelimit-policy', `${minutePolicy}, "month";q=${month.limit}`)
}

const quotaHeaderNames = [
  'x-ratelimit-limit-minute',
  'x-ratelimit-remaining-minute',
  'x-ratelimit-limit-month',
  'x-ratelimit-remaining-month',
  'ratelimit-policy',
  'ratelimit',
] as const

function clearQuotaHeaders(headers: Headers): void {
  writtenLimits.delete(headers)
  for (const name of quotaHeaderNames) headers.delete(name)
}

/** The quota after one request of the month was given back. */
export function afterGiveBack(quota: Quota): Quota {
  const { month } = quota
  return month === null ? quota : { ...quota, month: { ...month, remaining: month.remaining + 1 } }
}

function left({ remaining }: LimitState): number {
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
 *
 * @param upgrades where a plan is had that would allow it
 */
export function quotaRefusal(subject: LimitSubject, quota: Quota, upgrades: Pick<Upgrades, 'ofLimit'>): AppError {
  const { month } = quota
  const terms = subject.month && month && monthTerms(subject.month, month.monthIndex)
  const isMonth = quota.refusedBy === 'month' && month !== null && terms !== null
  const retryAfterSeconds = Math.max(1, isMonth ? month.resetSeconds : quota.minute.resetSeconds)
  return new AppError(refusalCode(subject, isMonth ? terms : null), {
    detail: isMonth
      ? monthDetail(subject, subject.kind === 'account' ? terms.cap : month.limit, month.monthIndex)
      : `At most ${quota.minute.limit} requests a minute in a sliding window, ${counted[subject.kind]}; ` +
        `the next one can pass in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
    extras: upgrades.ofLimit(subject, isMonth ? terms : null),
  })
}

/** @param terms of the month when it refuses; null = the minute does */
function refusalCode({ kind }: LimitSubject, terms: MonthTerms | null): ProblemCode {
  if (kind === 'demo') return 'demo_limit_exceeded'
  if (terms === null) return 'rate_limited'
  return terms.cap === terms.quota ? 'upgrade_required' : 'overage_cap_exceeded'
}

function monthDetail({ kind }: LimitSubject, cap: number, monthIndex: number): string {
  return (
    `At most ${cap} answers with status 200 in a calendar month, ${counted[kind]}; ` +
    `counting begins anew on ${monthName(monthIndex + 1)}-01T00:00:00Z.`
  )
}
