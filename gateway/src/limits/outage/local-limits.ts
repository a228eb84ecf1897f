import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import {
  listStates as allStatesOf,
  type CalendarMonth,
  type Counted,
  chooseTighter,
  getMonthAt,
  getMonthTerms,
  type LimitSubject,
  type MonthTerms,
  makeQuota,
  type Quota,
} from '../quota/quota.ts'
import { type Reading, verdicts } from '../quota/reading.ts'
import type { LiveGateways } from './live-gateways.ts'
import {
  cellCount,
  computeSecondsUntilFree,
  countLocally,
  countLocalRequests,
  createLocalWindow,
  type LocalWindow,
  moveLocalWindow,
} from './local-window.ts'
import type { PendingUsage } from './pending-usage.ts'

/** Known states at most; the oldest makes room. */
const maxAccounts = 100_000
const maxAddresses = 50_000
/** An account without a known count may use this part of its quota in an outage: one day of this many. */
const daysOfQuota = 30

export type LocalLimitsDeps = {
  pending: PendingUsage
  gateways: Pick<LiveGateways, 'shareOf'>
  monotonicMs: () => number
  realTimeMs: () => number
}

/** What this process knows of a month: the count of Redis, or a guess for one outage, and the requests served here since. */
type KnownMonth = { index: number; requests: number; servedSince: number; guessedIn: number | null }

/** What this process knows of one state. */
type KnownState = {
  /** Monotonic second of the last reading of Redis, and the minute's count then. */
  readSecond: number
  readRequests: number
  /** Admitted here without Redis since that reading. */
  admittedSince: number
  month: KnownMonth
  /** Requests that this process admitted itself; for an address, only those without Redis. null = none yet. */
  window: LocalWindow | null
}

/**
 * Decides while Redis is away, for this process only. The living gateways share each limit: a gateway admits at most its share of the minute, with and
 * without Redis, and at most its share of the requests that were left when Redis last answered. The month continues in the same way from the last known
 * count; when no count is known, one day's share of the quota is served.
 */
export function createLocalLimits({ pending, gateways, monotonicMs, realTimeMs }: LocalLimitsDeps) {
  // Separate maps, so that a flood of addresses evicts no account.
  const ofAccounts = createBoundedMap<KnownState>(maxAccounts)
  const ofAddresses = createBoundedMap<KnownState>(maxAddresses)
  const getStates = (kind: LimitSubject['kind']) => (kind === 'account' ? ofAccounts : ofAddresses)
  let month = getMonthAt(realTimeMs() / 1_000)
  let outage = 0

  function getMonthNow(nowSeconds: number): CalendarMonth {
    if (nowSeconds < month.startSeconds || nowSeconds >= month.endSeconds) month = getMonthAt(nowSeconds)
    return month
  }

  function getState(kind: LimitSubject['kind'], key: string): KnownState {
    const states = getStates(kind)
    const known = states.get(key)
    if (known !== undefined) return known
    const state: KnownState = {
      readSecond: Number.NEGATIVE_INFINITY,
      readRequests: 0,
      admittedSince: 0,
      month: { index: -1, requests: 0, servedSince: 0, guessedIn: null },
      window: null,
    }
    states.set(key, state)
    return state
  }

  function getWindow(state: KnownState, second: number): LocalWindow {
    state.window ??= createLocalWindow(second)
    moveLocalWindow(state.window, second)
    return state.window
  }

  /** What is left of the minute here, and when more becomes available. */
  function readMinute({ requestsPerMinute }: LimitSubject, state: KnownState, window: LocalWindow) {
    const share = Math.max(1, gateways.shareOf(requestsPerMinute))
    const slack = gateways.shareOf(Math.ceil(requestsPerMinute / 60))
    const ofShare = share - countLocalRequests(window, slack)
    const readAgo = window.second - state.readSecond
    const ofReading =
      readAgo < cellCount
        ? gateways.shareOf(Math.max(0, requestsPerMinute - state.readRequests)) - state.admittedSince
        : ofShare
    const untilShare = computeSecondsUntilFree(window, share, slack)
    return {
      left: Math.min(ofShare, ofReading),
      freeSeconds: ofReading <= 0 ? Math.max(ofShare <= 0 ? untilShare : 0, cellCount - readAgo) : untilShare,
    }
  }

  /** The known count of the month, and how many of its requests may still be served here. */
  function readMonth(state: KnownState, index: number, { quota, cap }: MonthTerms) {
    const known = state.month
    if (known.index !== index || (known.guessedIn !== null && known.guessedIn !== outage)) {
      const day = Math.max(1, gateways.shareOf(Math.ceil(quota / daysOfQuota)))
      Object.assign(known, { index, requests: quota - day, servedSince: 0, guessedIn: outage })
    }
    const left = known.guessedIn === null ? gateways.shareOf(Math.max(0, cap - known.requests)) : quota - known.requests
    return { known, isFull: known.servedSince >= left }
  }

  /** The decision of one state on a request, and how the state counts it. */
  function judge(subject: LimitSubject) {
    const state = getState(subject.kind, buildLimitStateKey(subject))
    const window = getWindow(state, Math.floor(monotonicMs() / 1_000))
    const nowSeconds = realTimeMs() / 1_000
    const { index, endSeconds } = getMonthNow(nowSeconds)
    const of = subject.month && readMonth(state, index, getMonthTerms(subject.month, index))
    const refusedBy = readMinute(subject, state, window).left <= 0 ? 'minute' : of?.isFull === true ? 'month' : null
    return {
      refusedBy,
      /** @param ofMonth requests of the month: none where only the month refuses */
      count(ofMonth: 0 | 1, isPending: boolean): void {
        countLocally(window)
        state.admittedSince += 1
        if (of === null) return
        of.known.servedSince += ofMonth
        // An address that the month refused makes no state in Redis, where the number of states is bounded.
        if (isPending && (ofMonth === 1 || subject.kind === 'account')) {
          pending.add({ owner: subject, monthIndex: index, change: ofMonth, minuteRequests: 1 })
        }
      },
      quota(): Quota {
        const { left, freeSeconds } = readMinute(subject, state, window)
        return makeQuota(subject, {
          refusedBy,
          minuteRemaining: left,
          freeSeconds,
          monthRequests: of === null ? 0 : of.known.requests + of.known.servedSince,
          monthIndex: index,
          monthLeftSeconds: Math.ceil(endSeconds - nowSeconds),
          isLocal: true,
        })
      },
    } as const
  }

  /**
   * Decides on one request, over all states that it takes from.
   * @param isPending false: Redis may have counted the request already; no caller is charged twice
   */
  function take(subject: LimitSubject, isPending: boolean): Quota {
    const judged = allStatesOf(subject).map(judge)
    const isRefusedBy = (limit: Quota['refusedBy']): boolean => judged.some(({ refusedBy }) => refusedBy === limit)
    if (!isRefusedBy('minute')) {
      for (const { count } of judged) count(isRefusedBy('month') ? 0 : 1, isPending)
    }
    return judged.map(({ quota }) => quota()).reduce(chooseTighter)
  }

  return {
    take,
    /** Records the counts of Redis. Called for every request, therefore an existing entry is updated in place. */
    remember({ kind, month: terms }: LimitSubject, key: string, reading: Reading): void {
      const state = getState(kind, key)
      state.readSecond = Math.floor(reading.atMs / 1_000)
      state.readRequests = reading.minuteRequests
      state.admittedSince = 0
      if (terms !== null) {
        state.month.index = reading.month.index
        state.month.requests = reading.monthRequests
        state.month.servedSince = 0
        state.month.guessedIn = null
      }
      const isCounted = reading.verdict === verdicts.passed || reading.verdict === verdicts.byMonth
      if (kind === 'account' && isCounted) countLocally(getWindow(state, state.readSecond))
    },
    /** Gives one request of a month back. */
    giveBack(owner: Counted, monthIndex: number): void {
      const known = getStates(owner.kind).get(buildLimitStateKey(owner))?.month
      if (known?.index === monthIndex) known.servedSince -= 1
      pending.add({ owner, monthIndex, change: -1, minuteRequests: 0 })
    },
    /** Requests of a state that this process admitted in the last minute. */
    countAdmittedLately(owner: Counted): number {
      const state = getStates(owner.kind).get(buildLimitStateKey(owner))
      return state === undefined ? 0 : getWindow(state, Math.floor(monotonicMs() / 1_000)).sum
    },
    /** Notes that Redis decides again: the next outage makes new guesses. */
    end(): void {
      outage += 1
    },
  }
}
