import type { ProblemCode } from '@hexawatt/shared/contract/problem'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { monthName } from './calendar-month.ts'
import { type LimitSubject, type MonthTerms, monthTerms, type Quota } from './quota.ts'

/** Whose requests a limit counts, as a sentence says it. */
const counted = {
  account: 'counted over all keys of the account',
  demo: 'counted per client address (IPv6: per /64, /56 and /48)',
  anonymous:
    'counted per client address (IPv6: per /64, /56 and /48), for requests without a valid key and for public endpoints',
} as const

/**
 * The refusal of a request by the limit that the quota names.
 *
 * @param upgradeUrl where an account can be had, for who uses the demo key
 */
export function quotaRefusal(subject: LimitSubject, quota: Quota, { upgradeUrl }: { upgradeUrl: string }): AppError {
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
    ...(subject.kind === 'demo' ? { extras: { upgradeUrl } } : {}),
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
