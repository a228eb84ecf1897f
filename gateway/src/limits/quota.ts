import type { PlanId } from '@hexawatt/shared/contract/plans'

/** What the requests of a calendar month are held to. */
export type MonthTerms = {
  /** Requests that are included, as headers say it. */
  quota: number
  /** Requests that are served at most. */
  cap: number
  /** The plan that prices what is served beyond the quota; absent = nothing is counted apart. */
  overagePlan?: PlanId | undefined
}

/** Whose requests are counted together, and up to where. */
export type LimitSubject = {
  kind: 'account' | 'demo' | 'anonymous'
  /** Id of the account, or the keyed hash of a client address. */
  id: string
  requestsPerMinute: number
  /** null = nothing is counted by month. */
  month: (MonthTerms & { raised?: RaisedTerms | undefined }) | null
  /** Blocks around a client's address, narrowest first: a request takes from all of them or from none. Absent = none. */
  wider?: readonly LimitSubject[]
  /** Who is counted when so many addresses ask that there is no room for the state of another one; absent = room is always made. */
  shared?: LimitSubject
}

/** All states that a request takes from. */
export function statesOf(subject: LimitSubject): readonly LimitSubject[] {
  return subject.wider === undefined ? [subject] : [subject, ...subject.wider]
}

/** Terms of one month alone, months since year 0: an account that had a larger plan in a month keeps its quota and cap until the end. */
export type RaisedTerms = MonthTerms & { monthIndex: number }

/** The terms that hold in a month. */
export function monthTerms(month: NonNullable<LimitSubject['month']>, monthIndex: number): MonthTerms {
  return month.raised?.monthIndex === monthIndex ? month.raised : month
}

/** What is left of one limit. */
export type LimitState = { limit: number; remaining: number; resetSeconds: number }

/** What is left of a month. `remaining` is below 0 beyond the quota of a plan that is served on; headers say 0 then. */
export type MonthState = LimitState & {
  /** Which month was counted, months since year 0: what is given back later must not reach another month. */
  monthIndex: number
}

/** The decision on one request. */
export type Quota = {
  /** null = the request may pass. */
  refusedBy: 'minute' | 'month' | null
  /** `resetSeconds`: until a place becomes free (at least 1). */
  minute: LimitState
  /** `resetSeconds`: until the first of next month, UTC. null = nothing is counted by month. */
  month: MonthState | null
  /** Decided by this process alone, since Redis did not answer. */
  isLocal: boolean
  /** Who was counted in the place of the subject; absent = the subject itself. */
  takenFrom?: LimitSubject
}

/** The decision on a request that takes from several states: the first refusal, else what is left of the tightest of each limit. */
export function tightest(quotas: readonly [Quota, ...Quota[]]): Quota {
  const refusal = quotas.find(({ refusedBy }) => refusedBy !== null)
  if (refusal !== undefined) return refusal
  const [first, ...others] = quotas
  let { minute, month } = first
  for (const other of others) {
    if (other.minute.remaining < minute.remaining) minute = other.minute
    if (month !== null && other.month !== null && other.month.remaining < month.remaining) month = other.month
  }
  return { ...first, minute, month }
}

/** Decides on requests, exactly over all gateways together. */
export type Limiter = {
  /**
   * Takes one request of the minute and one of the month at once, or neither. Never throws: without Redis a lower local limit decides.
   */
  take(subject: LimitSubject): Promise<Quota>
  /** Gives one request of the month back that `take` decided with this quota: the answer was no 200. Never throws, waits for nothing. */
  giveBackMonth(subject: LimitSubject, quota: Quota): void
}

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

/** A calendar month, UTC, as the limiter counts it. */
export type CalendarMonth = {
  /** Months since year 0. */
  index: number
  /** First second, since the epoch. */
  startSeconds: number
  /** First second after it. */
  endSeconds: number
}

/** The month that an instant lies in, seconds since the epoch. */
export function monthAt(epochSeconds: number): CalendarMonth {
  const instant = Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1_000)
  const start = instant.toZonedDateTimeISO('UTC').with({ day: 1 }).startOfDay()
  return {
    index: start.year * 12 + start.month - 1,
    startSeconds: start.epochMilliseconds / 1_000,
    endSeconds: start.add({ months: 1 }).epochMilliseconds / 1_000,
  }
}

/** `YYYY-MM` of a month's index. */
export function monthName(index: number): string {
  return new Temporal.PlainYearMonth(Math.floor(index / 12), (index % 12) + 1).toString()
}
