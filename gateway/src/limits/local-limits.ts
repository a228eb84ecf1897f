import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { type CalendarMonth, monthAt } from './calendar-month.ts'
import { createKnownMonths } from './known-months.ts'
import { type Counted, type Reading, stateKey } from './limit-operation.ts'
import {
  countingIn,
  countLocally,
  createLocalWindow,
  type LocalWindow,
  localSecondsUntilFree,
  moveLocalWindow,
} from './local-window.ts'
import type { OwedMonths } from './owed-months.ts'
import { type LimitSubject, monthTerms, type Quota, tightest } from './quota.ts'
import { quotaOf } from './quota-of.ts'

/** Windows of accounts, and as many of client addresses, that are kept at most; the one begun longest ago makes room. */
const maxWindows = 50_000

export type LocalLimitsDeps = { owed: OwedMonths; monotonicMs: () => number; realTimeMs: () => number }

/**
 * Decides in the place of Redis while it is away, for this process alone: half of the minute's limit, and of the month what was last
 * known and served here since, or a day's share of the quota where nothing is known.
 */
export function createLocalLimits({ owed, monotonicMs, realTimeMs }: LocalLimitsDeps) {
  // Apart, so that a flood of addresses pushes no account out.
  const ofAccounts = { windows: createBoundedMap<LocalWindow>(maxWindows), months: createKnownMonths() }
  const ofAddresses = { windows: createBoundedMap<LocalWindow>(maxWindows), months: createKnownMonths() }
  const placeOf = (kind: LimitSubject['kind']) => (kind === 'account' ? ofAccounts : ofAddresses)
  let month = monthAt(realTimeMs() / 1_000)

  function monthNow(nowSeconds: number): CalendarMonth {
    if (nowSeconds < month.startSeconds || nowSeconds >= month.endSeconds) month = monthAt(nowSeconds)
    return month
  }

  function windowOf({ windows }: typeof ofAccounts, key: string): LocalWindow {
    const second = Math.floor(monotonicMs() / 1_000)
    const earlier = windows.get(key)
    if (earlier !== undefined) {
      moveLocalWindow(earlier, second)
      return earlier
    }
    const window = createLocalWindow(second)
    windows.set(key, window)
    return window
  }

  /** What one state says to a request now, and how it is counted there. */
  function judge(subject: LimitSubject) {
    const place = placeOf(subject.kind)
    const key = stateKey(subject)
    const window = windowOf(place, key)
    const limit = Math.max(1, Math.floor(subject.requestsPerMinute / 2))
    const nowSeconds = realTimeMs() / 1_000
    const { index, endSeconds } = monthNow(nowSeconds)
    const of = subject.month && place.months.countOf(key, index, monthTerms(subject.month, index))
    const isMonthFull = of !== null && of.count.requests >= of.cap
    const refusedBy = countingIn(window, limit) >= limit ? 'minute' : isMonthFull ? 'month' : null
    return {
      refusedBy,
      count(isOwed: boolean): void {
        countLocally(window)
        if (of === null) return
        of.count.requests += 1
        if (isOwed) owed.add({ owner: subject, monthIndex: index, change: 1 })
      },
      quota: (): Quota =>
        quotaOf(subject, {
          refusedBy,
          minuteRemaining: limit - countingIn(window, limit),
          freeSeconds: localSecondsUntilFree(window, limit),
          monthRequests: of?.count.requests ?? 0,
          monthIndex: index,
          monthLeftSeconds: Math.ceil(endSeconds - nowSeconds),
          isLocal: true,
        }),
    }
  }

  /**
   * Decides on one request, over all states that it takes from.
   *
   * @param isOwed false: Redis may have counted it already, and nobody is charged twice
   */
  function take(subject: LimitSubject, isOwed: boolean): Quota {
    const [first, ...others] = [judge(subject), ...(subject.wider ?? []).map(judge)] as const
    const judged = [first, ...others] as const
    if (judged.every(({ refusedBy }) => refusedBy === null)) for (const { count } of judged) count(isOwed)
    return tightest([first.quota(), ...others.map(({ quota }) => quota())])
  }

  return {
    take,
    /** Notes what Redis counted. */
    remember: (kind: LimitSubject['kind'], key: string, { month, monthRequests }: Reading): void =>
      placeOf(kind).months.remember(key, month.index, monthRequests),
    /** Gives one request of a month back. */
    giveBack(owner: Counted, monthIndex: number): void {
      placeOf(owner.kind).months.giveBack(stateKey(owner), monthIndex)
      owed.add({ owner, monthIndex, change: -1 })
    },
    /** Notes what Redis has to be told of a month when it is back. */
    owe: owed.add,
    /** Redis decides again. */
    end(): void {
      for (const { months } of [ofAccounts, ofAddresses]) months.forgetGuesses()
    },
  }
}
export type LocalLimits = ReturnType<typeof createLocalLimits>
