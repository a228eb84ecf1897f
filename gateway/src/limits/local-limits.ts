import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { type Counted, type Reading, stateKey } from './limit-operation.ts'
import type { OwedMonths } from './month-sync.ts'
import {
  type CalendarMonth,
  type LimitSubject,
  type MonthTerms,
  monthAt,
  monthTerms,
  type Quota,
  quotaOf,
  tightest,
} from './quota.ts'

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

/** Subjects that are remembered at most; who was met longest ago is forgotten. */
const maxSubjects = 50_000
/** An account whose count is not known may use a quota's share of one day of so many in an outage. */
const daysOfQuota = 30

/** Requests of a month, as far as this process knows. */
type MonthRequests = { index: number; requests: number }

/** What this process knows of months: what Redis said last, else a guess that holds until Redis is back. */
function createKnownMonths() {
  const known = createBoundedMap<MonthRequests>(maxSubjects)
  const guessed = createBoundedMap<MonthRequests>(maxSubjects)
  return {
    /** Notes what Redis counted. On the way of every request, so an entry is written anew only once. */
    remember(key: string, index: number, requests: number): void {
      const last = known.get(key)
      if (last === undefined) known.set(key, { index, requests })
      else {
        last.index = index
        last.requests = requests
      }
    },
    /** The count to go on with, which the caller changes, and up to where: a guess leaves a day's share of the quota. */
    countOf(key: string, index: number, { quota, cap }: MonthTerms) {
      const last = known.get(key)
      if (last?.index === index) return { count: last, cap }
      const earlierGuess = guessed.get(key)
      if (earlierGuess?.index === index) return { count: earlierGuess, cap: quota }
      const count = { index, requests: quota - Math.ceil(quota / daysOfQuota) }
      guessed.set(key, count)
      return { count, cap: quota }
    },
    giveBack(key: string, index: number): void {
      for (const count of [known.get(key), guessed.get(key)]) if (count?.index === index) count.requests -= 1
    },
    /** The outage is over: the next one leaves a share of its own. */
    forgetGuesses: guessed.clear,
  }
}

/** Any span of 60 s touches at most so many seconds. */
const cellCount = 61

/** Requests of one subject in the last minute, second by second, counted by this process alone. */
type LocalWindow = { second: number; sum: number; cells: Uint32Array }

/** A window without requests. */
function createLocalWindow(second: number): LocalWindow {
  return { second, sum: 0, cells: new Uint32Array(cellCount) }
}

/** Moves the window on to a later second. */
function moveLocalWindow(window: LocalWindow, second: number): void {
  for (let passed = Math.max(window.second + 1, second - cellCount + 1); passed <= second; passed += 1) {
    window.sum -= countAt(window, passed)
    window.cells[passed % cellCount] = 0
  }
  window.second = Math.max(window.second, second)
}

/** Counts one request in the second the window was moved to. */
function countLocally(window: LocalWindow): void {
  window.cells[window.second % cellCount] = countAt(window, window.second) + 1
  window.sum += 1
}

/**
 * Requests that count against `limit`: the oldest second has left the last 60 s in part, and up to a second's share of the limit does not
 * count of it. The rule of `limit-script.ts`.
 */
function countingIn(window: LocalWindow, limit: number): number {
  return window.sum - Math.min(countAt(window, window.second - cellCount + 1), secondShare(limit))
}

/** Seconds until what counts is below both the limit and what counts now. */
function localSecondsUntilFree(window: LocalWindow, limit: number): number {
  const target = Math.min(limit, countingIn(window, limit)) - 1
  let left = window.sum
  for (let age = cellCount - 1; age >= 0; age -= 1) {
    const count = countAt(window, window.second - age)
    const untilOldest = cellCount - 1 - age
    if (untilOldest > 0 && left - Math.min(count, secondShare(limit)) <= target) return untilOldest
    left -= count
    if (left <= target) return untilOldest + 1
  }
  return cellCount - 1
}

/** Requests of one second at the steady rate of the limit, rounded up. */
function secondShare(limit: number): number {
  return Math.ceil(limit / 60)
}

function countAt({ cells }: LocalWindow, second: number): number {
  return cells[((second % cellCount) + cellCount) % cellCount] ?? 0
}
