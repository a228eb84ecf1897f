import type { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Principal } from '@hexawatt/shared/http/principal'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import type { Statements } from '@hexawatt/shared/postgres/client'
import {
  ceilTo,
  formatIsoExact,
  formatIsoSecondsOrNull,
  isoSeconds,
  pickEarlier,
  pickLater,
} from '@hexawatt/shared/time/instant'
import { type PointSpan, toDay, toDayStart, toPointSpan, toSeconds } from '../points/utc-span.ts'
import type { RequestedSpan, RequestedWindow } from './requested-window.ts'
import { hasLateFeedPoint, hasPointBetween, readPointsVersion, readSeries, type Series } from './window-store.ts'

/** The served part of the requested window: points in `[effectiveFrom, end)`. */
export type ServedWindow = {
  effectiveFrom: Temporal.Instant
  /** `to`, or now when `to` lies in the future. */
  end: Temporal.Instant
  /** Whether it begins later than requested. */
  truncated: boolean
  /** Depth of the plan, days. */
  maxHistoryDays: number
}

export type ServedWindowInput = {
  asked: RequestedSpan
  /** Name of the parameter that gives the start, for the refusal. */
  fromName?: string
  principal: Principal
  now: Temporal.Instant
  /** The oldest stored point. */
  seriesStart: Temporal.Instant | null
  hasPointBetween: (from: Temporal.Instant, to: Temporal.Instant) => Promise<boolean>
}

/**
 * Cuts the requested window to the depth of the plan and to the stored series.
 *
 * @throws AppError `history_depth_exceeded`, only when the deepest plan would deliver a point that this one does not reach
 */
export async function findServedWindow(input: ServedWindowInput): Promise<ServedWindow> {
  const { asked, principal, now, seriesStart } = input
  const { historyDays } = principal.entitlements
  const floor = computeDepthFloor(now, historyDays)
  await refuseBelowFloor(input, floor)
  const start = pickLater(pickLater(asked.from, floor), seriesStart ?? floor)
  const effectiveFrom = pickEarlier(start, asked.to)
  return {
    effectiveFrom,
    end: pickEarlier(asked.to, now),
    truncated: Temporal.Instant.compare(effectiveFrom, asked.from) > 0,
    maxHistoryDays: historyDays,
  }
}

/** Beginning of a plan's history: 00:00 UTC, `historyDays` days before today. */
export function computeDepthFloor(now: Temporal.Instant, historyDays: number): Temporal.Instant {
  return toDayStart(toDay(toSeconds(now))).subtract({ hours: 24 * historyDays })
}

async function refuseBelowFloor(input: ServedWindowInput, floor: Temporal.Instant): Promise<void> {
  const { asked, principal, now, fromName = 'from' } = input
  const { historyDays, deepestHistoryDays } = principal.entitlements
  if (Temporal.Instant.compare(asked.from, floor) >= 0 || deepestHistoryDays <= historyDays) return
  const from = pickLater(asked.from, computeDepthFloor(now, deepestHistoryDays))
  const to = pickEarlier(floor, asked.to)
  if (Temporal.Instant.compare(from, to) < 0 && (await input.hasPointBetween(from, to))) {
    throw createTooDeepError(`${fromName} (${formatIsoExact(asked.from)})`, floor, principal, computeDepth(now, from))
  }
}

/** The depth of the history that reaches back to an instant, days. */
function computeDepth(now: Temporal.Instant, from: Temporal.Instant): number {
  return Math.ceil(computeDepthFloor(now, 0).since(from).total('hours') / 24)
}

function createTooDeepError(
  start: string,
  floor: Temporal.Instant,
  { plan, entitlements }: Principal,
  requiredHistoryDays: number,
): AppError {
  return new AppError('history_depth_exceeded', {
    detail: `${start} lies before ${isoSeconds(floor)}, where the history of the plan ${plan} begins (${entitlements.historyDays} days); /api/plans lists deeper plans.`,
    extras: { maxHistoryDays: entitlements.historyDays, requiredHistoryDays, earliestFrom: isoSeconds(floor) },
  })
}

/**
 * Where the points of a window begin. Hourly, a window holds the hours that begin in it: the mean of the rest of an hour would have a `timestamp`
 * before `from`, and a client that keeps points by their timestamp would lose the mean of the whole hour to it.
 */
function findFirstPoint({ from, granularity }: RequestedWindow): Temporal.Instant {
  return granularity === 'hourly' ? ceilTo('hour', from) : from
}

/** The span of the points that a window serves; empty when its ends are equal. */
export function toServedSpan(asked: RequestedWindow, { effectiveFrom, end }: ServedWindow): PointSpan {
  return toPointSpan(pickEarlier(pickLater(effectiveFrom, findFirstPoint(asked)), end), end)
}

/** Facts about a window that are read before its points. */
export type StoredWindow = {
  series: Series
  window: ServedWindow
  pointsVersion: string
  /** Whether a point that is served was computed while a weighted feed was late or missing. */
  hasLateFeedPoint: boolean
}

/**
 * Reads which part of the requested window is served, and its version. Days of points may be newer than the version: a point that is stored in
 * between costs the client one request too many, but is never missed.
 *
 * @param sql the snapshot from which partial days are served too
 * @throws AppError as `findServedWindow` does
 */
export async function readStoredWindow(
  sql: Statements,
  asked: RequestedWindow,
  principal: Principal,
  now: Temporal.Instant,
): Promise<StoredWindow> {
  const end = pickEarlier(asked.to, now)
  // Nothing is served before the floor of the plan, and nothing is stored before the series begins.
  const first = pickLater(findFirstPoint(asked), computeDepthFloor(now, principal.entitlements.historyDays))
  const [series, pointsVersion, isAnyLate] = await Promise.all([
    readSeries(sql, now),
    readPointsVersion(sql, toPointSpan(asked.from, end)),
    hasLateFeedPoint(sql, toPointSpan(pickEarlier(first, end), end)),
  ])
  const { seriesStart } = series
  const window = await findServedWindow({
    asked,
    principal,
    now,
    seriesStart,
    hasPointBetween: (from, to) => hasPointBetween(sql, toPointSpan(from, to)),
  })
  return { series, window, pointsVersion, hasLateFeedPoint: isAnyLate }
}

type WindowHeadInput = { asked: RequestedWindow; window: ServedWindow; series: Series; weighting: Weighting }

/** The fields that history and analytics share, in the order of the contract. */
export type WindowHead = Omit<ScoreHistoryResponse, 'sampleCount' | 'methodologyBreakdown' | 'points'>

/** The requested window, its served part, and the beginning of the series. */
export function createWindowHead({ asked, window, series, weighting }: WindowHeadInput): WindowHead {
  return {
    from: formatIsoExact(asked.from),
    to: formatIsoExact(asked.to),
    effectiveFrom: formatIsoExact(window.effectiveFrom),
    truncated: window.truncated,
    maxHistoryDays: window.maxHistoryDays,
    granularity: asked.granularity,
    profileApplied: weighting.profileApplied,
    seriesStart: formatIsoSecondsOrNull(series.seriesStart),
    carbonSeriesStart: formatIsoSecondsOrNull(series.carbonSeriesStart),
    consumptionSeriesStart: formatIsoSecondsOrNull(series.consumptionSeriesStart),
  }
}
