import type { StateOwner } from '@hexawatt/shared/redis/keys'

/** Limits of a calendar month. */
export type MonthTerms = {
  /** Included requests, as headers show them. */
  quota: number
  /** Requests served at most. */
  cap: number
  /** Index of the plan that prices requests beyond the quota, 1 to 255; absent = they are not counted apart. */
  overagePlanIndex?: number | undefined
}

/** Whose requests are counted together, and their limits. */
export type LimitSubject = {
  kind: StateOwner['kind']
  /** Id of the account, or the keyed hash of a client address. */
  id: string
  /** The account's key in this request; absent for addresses. Keys of an account share its limits, and are counted apart by day. */
  keyId?: string | undefined
  /** Chooses the place of the state in Redis: states that one request takes from have the same place. Absent = the id. */
  placedBy?: string | undefined
  requestsPerMinute: number
  /** null = nothing is counted by month. */
  month: (MonthTerms & { raised?: RaisedTerms | undefined }) | null
  /** Blocks around a client's address, narrowest first: a request takes from all of them or from none. Absent = none. */
  wider?: readonly LimitSubject[]
  /** Counted instead when Redis already holds the maximum number of address states; absent = the subject's state is always kept. */
  shared?: LimitSubject
}

/** Owner of a state, and the terms of its month. */
export type Counted = StateOwner & Pick<LimitSubject, 'month'>

/** All states that a request takes from. */
export function listStates(subject: LimitSubject): readonly LimitSubject[] {
  return subject.wider === undefined ? [subject] : [subject, ...subject.wider]
}

/** Terms of one month, months since year 0: an account that had a larger plan in a month keeps its quota and cap until the end of that month. */
export type RaisedTerms = MonthTerms & { monthIndex: number }

/** The terms in force in a month. */
export function getMonthTerms(month: NonNullable<LimitSubject['month']>, monthIndex: number): MonthTerms {
  return month.raised?.monthIndex === monthIndex ? month.raised : month
}

/** What is left of one limit. */
export type LimitState = { limit: number; remaining: number; resetSeconds: number }

/** What is left of a month. `remaining` is negative beyond the quota; headers then show 0. */
export type MonthState = LimitState & {
  /** The counted month, months since year 0: a later give-back must not reach another month. */
  monthIndex: number
}

/** The decision on one request. */
export type Quota = {
  /** null = the request may pass. */
  refusedBy: 'minute' | 'month' | null
  /** `resetSeconds`: until a request would be admitted (at least 1). */
  minute: LimitState
  /** `resetSeconds`: until the first of next month, UTC. null = nothing is counted by month. */
  month: MonthState | null
  /** Decided by this process, without Redis. */
  isLocal: boolean
  /** The subject that was counted; absent = the requested subject. */
  takenFrom?: LimitSubject
}

/** The decision on a request that takes from two states: the first refusal, else the lower remainder of each limit. */
export function chooseTighter(one: Quota, other: Quota): Quota {
  if (one.refusedBy !== null) return one
  if (other.refusedBy !== null) return other
  const minute = other.minute.remaining < one.minute.remaining ? other.minute : one.minute
  const isOfOther = one.month !== null && other.month !== null && other.month.remaining < one.month.remaining
  return { ...one, minute, month: isOfOther ? other.month : one.month }
}

/** Decides on requests, exactly over all gateways together. */
export type Limiter = {
  /**
   * Takes one request of the minute and one of the month; only of the minute where the month refuses, and nothing where the minute refuses. Never rejects:
   * without Redis a lower local limit decides, at once.
   */
  take(subject: LimitSubject): Promise<Quota>
  /** Gives back the request of the month that `take` counted in this quota, because the status was not 200. Never throws, does not wait. */
  giveBackMonth(subject: LimitSubject, quota: Quota): void
}

/** A decision and its counts, by Redis or by this process. */
export type Decision = Pick<Quota, 'refusedBy' | 'isLocal'> & {
  /** Negative when the limit was lowered within the minute. */
  minuteRemaining: number
  freeSeconds: number
  monthRequests: number
  monthIndex: number
  monthLeftSeconds: number
}

/** The quota of a decision, as headers and refusals show it. */
export function makeQuota({ requestsPerMinute, month }: LimitSubject, decision: Decision): Quota {
  const { refusedBy, minuteRemaining, freeSeconds, monthRequests, monthIndex, monthLeftSeconds, isLocal } = decision
  const terms = month && getMonthTerms(month, monthIndex)
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

/** A calendar month, UTC, as the limiter counts it. */
export type CalendarMonth = {
  /** Months since year 0. */
  index: number
  /** First second, since the epoch. */
  startSeconds: number
  /** First second after it. */
  endSeconds: number
}

/** The month of an instant, seconds since the epoch. */
export function getMonthAt(epochSeconds: number): CalendarMonth {
  const instant = Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1_000)
  const start = instant.toZonedDateTimeISO('UTC').with({ day: 1 }).startOfDay()
  return {
    index: start.year * 12 + start.month - 1,
    startSeconds: start.epochMilliseconds / 1_000,
    endSeconds: start.add({ months: 1 }).epochMilliseconds / 1_000,
  }
}
