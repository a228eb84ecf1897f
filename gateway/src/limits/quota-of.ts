import { type LimitSubject, monthTerms, type Quota } from './quota.ts'

/** What was decided and counted, by Redis or by this process. */
export type Decision = Pick<Quota, 'refusedBy' | 'isLocal'> & {
  /** Below 0 when the limit was lowered within the minute. */
  minuteRemaining: number
  freeSeconds: number
  monthRequests: number
  monthIndex: number
  monthLeftSeconds: number
}

/** What the caller is told about a decision. */
export function quotaOf({ requestsPerMinute, month }: LimitSubject, decision: Decision): Quota {
  const { refusedBy, minuteRemaining, freeSeconds, monthRequests, monthIndex, monthLeftSeconds, isLocal } = decision
  const terms = month && monthTerms(month, monthIndex)
  return {
    refusedBy,
    minute: {
      limit: requestsPerMinute,
      remaining: Math.max(0, minuteRemaining),
      resetSeconds: Math.max(1, freeSeconds),
    },
    month: terms && {
      limit: terms.quota,
      remaining: terms.quota - monthRequests,
      resetSeconds: Math.max(1, monthLeftSeconds),
      monthIndex,
    },
    isLocal,
  }
}
