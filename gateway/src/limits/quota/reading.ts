import type { CalendarMonth, Decision, LimitSubject } from './quota.ts'

/** Verdicts of Redis on a request, for each state that it takes from. */
export const verdicts = {
  passed: 0,
  byMinute: 1,
  byMonth: 2,
  /** The account's month is not restored from Postgres yet. */
  unrestored: 3,
  /** Redis already holds the maximum number of client addresses. */
  tooManyAddresses: 4,
  /** The state would have admitted the request, but another state of the same request refused it. */
  undone: 5,
} as const
export type Verdict = (typeof verdicts)[keyof typeof verdicts]

/** The counts of one state in Redis when Redis decided on a request. */
export type Reading = {
  /** Monotonic time at which Redis was asked, ms. */
  atMs: number
  verdict: Verdict
  /** Seconds until the minute admits another request. */
  freeSeconds: number
  /** How much of its second the clock of Redis had passed, ms: the other times of a reading are whole seconds. */
  intoSecondMs: number
  minuteRequests: number
  monthRequests: number
  month: CalendarMonth
  /** Seconds until the month ends. */
  monthLeftSeconds: number
}

/** The decision of Redis on a request. */
export function makeDecision({ requestsPerMinute }: LimitSubject, reading: Reading): Decision {
  const { verdict, freeSeconds, minuteRequests, monthRequests, month, monthLeftSeconds } = reading
  return {
    refusedBy: verdict === verdicts.byMinute ? 'minute' : verdict === verdicts.byMonth ? 'month' : null,
    minuteRemaining: requestsPerMinute - minuteRequests,
    freeSeconds,
    monthRequests,
    monthIndex: month.index,
    monthLeftSeconds,
    isLocal: false,
  }
}
