import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { type Counted, type Reading, stateKey } from './limit-operation.ts'
import type { PendingUsage } from './month-sync.ts'
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

/** Windows of accounts at most, and as many of client addresses; the oldest makes room. */
const maxWindows = 50_000

export type LocalLimitsDeps = { pending: PendingUsage; monotonicMs: () => number; realTimeMs: () => number }

/**
 * Decides while Redis is down, for this process alone: half of the minute's limit, and the month by the last known count and what was
 * served here since, or a day's share of the quota when no count is known.
 */
export function createLocalLimits({ pending, monotonicMs, realTimeMs }: LocalLimitsDeps) {
  // Separate, so that a flood of addresses evicts no account.
  const ofAccounts = { windows: createBoundedMap<LocalWindow>(maxWindows), months: createKnownMonths() }
  const ofAddresses = { windows: createBoundedMap<LocalWindow>(maxWindows), months: createKnownMonths() }
  const groupOf = (kind: LimitSubject['kind']) => (kind === 'account' ? ofAccounts : ofAddresses)
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

  /** The decision of one state on a request, and how to count it there. */
  function judge(subject: LimitSubject) {
    const group = groupOf(subject.kind)
    const key = stateKey(subject)
    const window = windowOf(group, key)
    const limit = Math.max(1, Math.floor(subject.requestsPerMinute / 2))
    const nowSeconds = realTimeMs() / 1_000
    const { index, endSeconds } = monthNow(nowSeconds)
    const of = subject.month && group.months.countOf(key, index, monthTerms(subject.month, index))
    const isMonthFull = of !== null && of.count.requests >= of.cap
    const refusedBy = countingIn(window, limit) >= limit ? 'minute' : isMonthFull ? 'month' : null
    return {
      refusedBy,
      count(isPending: boolean): void {
        countLocally(window)
        if (of === null) return
        of.count.requests += 1
        if (isPending) pending.add({ owner: subject, monthIndex: index, change: 1 })
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
   * @param isPending false: Redis may have counted the request already; nobody is charged twice
   */
  function take(subject: LimitSubject, isPending: boolean): Quota {
    const [first, ...others] = [judge(subject), ...(subject.wider ?? []).map(judge)] as const
    const judged = [first, ...others] as const
    if (judged.every(({ refusedBy }) => refusedBy === null)) for (const { count } of judged) count(isPending)
    return tightest([first.quota(), ...others.map(({ quota }) => quota())])
  }

  return {
    take,
    /** Records what Redis counted. */
    remember: (kind: LimitSubject['kind'], key: string, { month, monthRequests }: Reading): void =>
      groupOf(kind).months.remember(key, month.index, monthRequests),
    /** Gives one request of a month back. */
    giveBack(owner: Counted, monthIndex: number): void {
      groupOf(owner.kind).months.giveBack(stateKey(owner), monthIndex)
      pending.add({ owner, monthIndex, change: -1 })
    },
    /** Records usage that Redis must count when it is back. */
    addPending: pending.add,
    /** Redis decides again. */
    end(): void {
      for (const { months } of [ofAccounts, ofAddresses]) months.forgetGuesses()
    },
  }
}
export type LocalLimits = ReturnType<typeof createLocalLimits>

/** Subjects with a known count at most; the oldest makes room. */
const maxSubjects = 50_000
/** An account without a known count may use this share of its quota in an outage: one day of so many. */
const daysOfQuota = 30

type MonthRequests = { index: number; requests: number }

/** Counts of months in this process: the last one of Redis, else a guess that holds until Redis is back. */
function createKnownMonths() {
  const known = createBoundedMap<MonthRequests>(maxSubjects)
  const guessed = createBoundedMap<MonthRequests>(maxSubjects)
  return {
    /** Records what Redis counted. On the path of every request: an existing entry is updated in place. */
    remember(key: string, index: number, requests: number): void {
      const last = known.get(key)
      if (last === undefined) known.set(key, { index, requests })
      else {
        last.index = index
        last.requests = requests
      }
    },
    /** The count, which the caller changes, and its cap: a guess leaves a day's share of the quota. */
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
    /** The outage is over: the next one has a share of its own. */
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

/** Advances the window to a later second. */
function moveLocalWindow(window: LocalWindow, second: number): void {
  for (let passed = Math.max(window.second + 1, second - cellCount + 1); passed <= second; passed += 1) {
    window.sum -= countAt(window, passed)
    window.cells[passed % cellCount] = 0
  }
  window.second = Math.max(window.second, second)
}

/** Counts one request in the current second of the window. */
function countLocally(window: LocalWindow): void {
  window.cells[window.second % cellCount] = countAt(window, window.second) + 1
  window.sum += 1
}

/**
 * Requests that count against `limit`: up to a second's share of the limit is not counted of the oldest second, which has left the last 60 s
 * in part. The rule of `limit-script.ts`.
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
