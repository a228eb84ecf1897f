import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import {
  statesOf as allStatesOf,
  type CalendarMonth,
  type Counted,
  type LimitSubject,
  type MonthTerms,
  monthAt,
  monthTerms,
  type Quota,
  quotaOf,
  tighterOf,
} from '../quota/quota.ts'
import { type Reading, verdicts } from '../quota/reading.ts'
import type { LiveGateways } from './live-gateways.ts'
import {
  cellCount,
  countingIn,
  countLocally,
  createLocalWindow,
  type LocalWindow,
  localSecondsUntilFree,
  moveLocalWindow,
} from './local-window.ts'
import type { PendingUsage } from './pending-usage.ts'

/** Known states at most; the one that was made first makes room. */
const maxAccounts = 100_000
const maxAddresses = 50_000
/** An account without a known count may use this share of its quota in an outage: one day of so many. */
const daysOfQuota = 30

export type LocalLimitsDeps = {
  pending: PendingUsage
  gateways: Pick<LiveGateways, 'shareOf'>
  monotonicMs: () => number
  realTimeMs: () => number
}

/** What this process knows of a month: what Redis counted, or a guess for one outage, and what was served here since. */
type KnownMonth = { index: number; requests: number; servedSince: number; guessedIn: number | null }

/** What this process knows of one state. */
type KnownState = {
  /** Monotonic second of the last reading of Redis, and what counted in the minute then. */
  readSecond: number
  readRequests: number
  /** Admitted here without Redis since that reading. */
  admittedSince: number
  month: KnownMonth
  /** What this process admitted itself; of an address, without Redis only. null = nothing yet. */
  window: LocalWindow | null
}

/**
 * Decides while Redis is away, only for this process. The living gateways share each limit: a gateway admits at most its share of the
 * minute, with and without Redis, and at most its share of what was left when Redis last answered. The month goes on likewise from the last known
 * count; when none is known, a day's share of the quota is served.
 */
export function createLocalLimits({ pending, gateways, monotonicMs, realTimeMs }: LocalLimitsDeps) {
  // Separate, so that a flood of addresses evicts no account.
  const ofAccounts = createBoundedMap<KnownState>(maxAccounts)
  const ofAddresses = createBoundedMap<KnownState>(maxAddresses)
  const statesOf = (kind: LimitSubject['kind']) => (kind === 'account' ? ofAccounts : ofAddresses)
  let month = monthAt(realTimeMs() / 1_000)
  let outage = 0

  function monthNow(nowSeconds: number): CalendarMonth {
    if (nowSeconds < month.startSeconds || nowSeconds >= month.endSeconds) month = monthAt(nowSeconds)
    return month
  }

  function stateOf(kind: LimitSubject['kind'], key: string): KnownState {
    const states = statesOf(kind)
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

  function windowAt(state: KnownState, second: number): LocalWindow {
    state.window ??= createLocalWindow(second)
    moveLocalWindow(state.window, second)
    return state.window
  }

  /** What is left of the minute here, and when more is. */
  function minuteOf({ requestsPerMinute }: LimitSubject, state: KnownState, window: LocalWindow) {
    const share = Math.max(1, gateways.shareOf(requestsPerMinute))
    const slack = gateways.shareOf(Math.ceil(requestsPerMinute / 60))
    const ofShare = share - countingIn(window, slack)
    const readAgo = window.second - state.readSecond
    const ofReading =
      readAgo < cellCount
        ? gateways.shareOf(Math.max(0, requestsPerMinute - state.readRequests)) - state.admittedSince
        : ofShare
    const untilShare = localSecondsUntilFree(window, share, slack)
    return {
      left: Math.min(ofShare, ofReading),
      freeSeconds: ofReading <= 0 ? Math.max(ofShare <= 0 ? untilShare : 0, cellCount - readAgo) : untilShare,
    }
  }

  /** What is known of the month, and how many requests of it may still be served here. */
  function monthOf(state: KnownState, index: number, { quota, cap }: MonthTerms) {
    const known = state.month
    if (known.index !== index || (known.guessedIn !== null && known.guessedIn !== outage)) {
      const day = Math.max(1, gateways.shareOf(Math.ceil(quota / daysOfQuota)))
      Object.assign(known, { index, requests: quota - day, servedSince: 0, guessedIn: outage })
    }
    const left = known.guessedIn === null ? gateways.shareOf(Math.max(0, cap - known.requests)) : quota - known.requests
    return { known, isFull: known.servedSince >= left }
  }

  /** The decision of one state on a request, and how to count it there. */
  function judge(subject: LimitSubject) {
    const state = stateOf(subject.kind, buildLimitStateKey(subject))
    const window = windowAt(state, Math.floor(monotonicMs() / 1_000))
    const nowSeconds = realTimeMs() / 1_000
    const { index, endSeconds } = monthNow(nowSeconds)
    const of = subject.month && monthOf(state, index, monthTerms(subject.month, index))
    const refusedBy = minuteOf(subject, state, window).left <= 0 ? 'minute' : of?.isFull === true ? 'month' : null
    return {
      refusedBy,
      /** @param ofMonth requests of the month: none where only the month refuses */
      count(ofMonth: 0 | 1, isPending: boolean): void {
        countLocally(window)
        state.admittedSince += 1
        if (of === null) return
        of.known.servedSince += ofMonth
        // An address that the month refused makes no state in Redis, where the room is bounded.
        if (isPending && (ofMonth === 1 || subject.kind === 'account')) {
          pending.add({ owner: subject, monthIndex: index, change: ofMonth, minuteRequests: 1 })
        }
      },
      quota(): Quota {
        const { left, freeSeconds } = minuteOf(subject, state, window)
        return quotaOf(subject, {
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
   *
   * @param isPending false: Redis may have counted the request already; no caller is charged twice
   */
  function take(subject: LimitSubject, isPending: boolean): Quota {
    const judged = allStatesOf(subject).map(judge)
    const isRefusedBy = (limit: Quota['refusedBy']): boolean => judged.some(({ refusedBy }) => refusedBy === limit)
    if (!isRefusedBy('minute')) {
      for (const { count } of judged) count(isRefusedBy('month') ? 0 : 1, isPending)
    }
    return judged.map(({ quota }) => quota()).reduce(tighterOf)
  }

  return {
    take,
    /** Records what Redis counted. On the path of every request: an existing entry is updated in place. */
    remember({ kind, month: terms }: LimitSubject, key: string, reading: Reading): void {
      const state = stateOf(kind, key)
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
      if (kind === 'account' && isCounted) countLocally(windowAt(state, state.readSecond))
    },
    /** Gives one request of a month back. */
    giveBack(owner: Counted, monthIndex: number): void {
      const known = statesOf(owner.kind).get(buildLimitStateKey(owner))?.month
      if (known?.index === monthIndex) known.servedSince -= 1
      pending.add({ owner, monthIndex, change: -1, minuteRequests: 0 })
    },
    /** Requests of a state that this process admitted in the last minute. */
    admittedLately(owner: Counted): number {
      const state = statesOf(owner.kind).get(buildLimitStateKey(owner))
      return state === undefined ? 0 : windowAt(state, Math.floor(monotonicMs() / 1_000)).sum
    },
    /** Redis decides again: the next outage has guesses of its own. */
    end(): void {
      outage += 1
    },
  }
}
