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
