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
import { type LimitSubject, monthTerms, type Quota } from './quota.ts'
import { quotaOf } from './quota-of.ts'

/** Windows that are kept at most; the one begun longest ago makes room. */
const maxWindows = 50_000

export type LocalLimitsDeps = { owed: OwedMonths; monotonicMs: () => number; realTimeMs: () => number }

/**
 * Decides in the place of Redis while it is away, for this process alone: half of the minute's limit, and of the month what was last
 * known and served here since, or a day's share of the quota where nothing is known.
 */
export function createLocalLimits({ owed, monotonicMs, realTimeMs }: LocalLimitsDeps) {
  const windows = createBoundedMap<LocalWindow>(maxWindows)
  const months = createKnownMonths()
  let month = monthAt(realTimeMs() / 1_000)

  function monthNow(nowSeconds: number): CalendarMonth {
    if (nowSeconds < month.startSeconds || nowSeconds >= month.endSeconds) month = monthAt(nowSeconds)
    return month
  }

  function windowOf(key: string): LocalWindow {
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

  /**
   * Decides on one request.
   *
   * @param isOwed false: Redis may have counted it already, and nobody is charged twice
   */
  function take(subject: LimitSubject, isOwed: boolean): Quota {
    const key = stateKey(subject)
    const window = windowOf(key)
    const limit = Math.max(1, Math.floor(subject.requestsPerMinute / 2))
    const nowSeconds = realTimeMs() / 1_000
    const { index, endSeconds } = monthNow(nowSeconds)
    const of = subject.month && months.countOf(key, index, monthTerms(subject.month, index))
    const refusedBy =
      countingIn(window, limit) >= limit ? 'minute' : of !== null && of.count.requests >= of.cap ? 'month' : null
    if (refusedBy === null) {
      countLocally(window)
      if (of !== null) of.count.requests += 1
      if (of !== null && isOwed) owed.add({ owner: subject, monthIndex: index, change: 1 })
    }
    return quotaOf(subject, {
      refusedBy,
      minuteRemaining: limit - countingIn(window, limit),
      freeSeconds: localSecondsUntilFree(window, limit),
      monthRequests: of?.count.requests ?? 0,
      monthIndex: index,
      monthLeftSeconds: Math.ceil(endSeconds - nowSeconds),
      isLocal: true,
    })
  }

  return {
    take,
    /** Notes what Redis counted. */
    remember: (key: string, reading: Reading): void => months.remember(key, reading.month.index, reading.monthRequests),
    /** Gives one request of a month back. */
    giveBack(owner: Counted, monthIndex: number): void {
      months.giveBack(stateKey(owner), monthIndex)
      owed.add({ owner, monthIndex, change: -1 })
    },
    /** Notes what Redis has to be told of a month when it is back. */
    owe: owed.add,
    /** Redis decides again. */
    end: months.forgetGuesses,
  }
}
export type LocalLimits = ReturnType<typeof createLocalLimits>
