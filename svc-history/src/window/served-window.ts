import type { QueryParameterName } from '@hexawatt/shared/contract/operations'
import type { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Principal } from '@hexawatt/shared/http/principal'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { isoSeconds, isoSecondsOrNull } from '@hexawatt/shared/time/instant'
import { dayOf, dayStart, secondsOf } from '../points/utc-span.ts'
import type { AskedSpan, AskedWindow } from './asked-window.ts'
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
  asked: AskedSpan
  /** Name of the parameter that gives the start, for the refusal. */
  fromName?: QueryParameterName
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
export async function servedWindow(input: ServedWindowInput): Promise<ServedWindow> {
  const { asked, principal, now, seriesStart } = input
  const { historyDays } = principal.entitlements
  const floor = depthFloor(now, historyDays)
  await refuseBelowFloor(input, floor)
  const start = later(later(asked.from, floor), seriesStart ?? floor)
  const effectiveFrom = earlier(start, asked.to)
  return {
    effectiveFrom,
    end: earlier(asked.to, now),
    truncated: Temporal.Instant.compare(effectiveFrom, asked.from) > 0,
    maxHistoryDays: historyDays,
  }
}

/** Beginning of a plan's history: 00:00 UTC, `historyDays` days before today. */
export function depthFloor(now: Temporal.Instant, historyDays: number): Temporal.Instant {
  return dayStart(dayOf(secondsOf(now))).subtract({ hours: 24 * historyDays })
}

async function refuseBelowFloor(input: ServedWindowInput, floor: Temporal.Instant): Promise<void> {
  const { asked, principal, now, fromName = 'from' } = input
  const { historyDays, deepestHistoryDays } = principal.entitlements
  if (Temporal.Instant.compare(asked.from, floor) >= 0 || deepestHistoryDays <= historyDays) return
  const from = later(asked.from, depthFloor(now, deepestHistoryDays))
  const to = earlier(floor, asked.to)
  if (Temporal.Instant.compare(from, to) < 0 && (await input.hasPointBetween(from, to))) {
    throw tooDeep(`${fromName} (${isoSeconds(asked.from)})`, floor, principal, depthOf(now, from))
  }
}

/** The depth of the history that reaches back to an instant, days. */
function depthOf(now: Temporal.Instant, from: Temporal.Instant): number {
  return Math.ceil(depthFloor(now, 0).since(from).total('hours') / 24)
}

function tooDeep(
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

/** The later of two instants. */
export const later = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) >= 0 ? one : other

/** The earlier of two instants. */
export const earlier = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) <= 0 ? one : other

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
 * @param sql the snapshot that what is served beside whole days comes from too
 * @throws AppError as `servedWindow` does
 */
export async function readStoredWindow(
  sql: Statements,
  asked: AskedWindow,
  principal: Principal,
  now: Temporal.Instant,
): Promise<StoredWindow> {
  const span = { from: asked.from, end: earlier(asked.to, now) }
  // Nothing is served before the floor of the plan, and nothing is stored before the series begins.
  const servedSpan = { ...span, from: later(asked.from, depthFloor(now, principal.entitlements.historyDays)) }
  const [series, pointsVersion, isAnyLate] = await Promise.all([
    readSeries(sql, now),
    readPointsVersion(sql, span),
    hasLateFeedPoint(sql, servedSpan),
  ])
  const { seriesStart } = series
  const window = await servedWindow({
    asked,
    principal,
    now,
    seriesStart,
    hasPointBetween: (from, to) => hasPointBetween(sql, from, to),
  })
  return { series, window, pointsVersion, hasLateFeedPoint: isAnyLate }
}

type WindowHeadInput = { asked: AskedWindow; window: ServedWindow; series: Series; weighting: Weighting }

/** The fields that history and analytics share, in the order of the contract. */
export type WindowHead = Omit<ScoreHistoryResponse, 'sampleCount' | 'methodologyBreakdown' | 'points'>

/** The requested window, its served part, and the beginning of the series. */
export function windowHead({ asked, window, series, weighting }: WindowHeadInput): WindowHead {
  return {
    from: isoSeconds(asked.from),
    to: isoSeconds(asked.to),
    effectiveFrom: isoSeconds(window.effectiveFrom),
    truncated: window.truncated,
    maxHistoryDays: window.maxHistoryDays,
    granularity: asked.granularity,
    profileApplied: weighting.profileApplied,
    seriesStart: isoSecondsOrNull(series.seriesStart),
    carbonSeriesStart: isoSecondsOrNull(series.carbonSeriesStart),
    consumptionSeriesStart: isoSecondsOrNull(series.consumptionSeriesStart),
  }
}
