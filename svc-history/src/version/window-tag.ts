import { rawResolutionMinutes } from '@hexawatt/shared/contract/score-history'
import { weakTag } from '@hexawatt/shared/http/entity-tag'
import type { QueryParameters } from '@hexawatt/shared/http/query-parameters'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import { markEveryMs } from '@hexawatt/shared/methodology/point-mark'
import { methodologyVersions } from '@hexawatt/shared/methodology/versions'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { AskedWindow } from '../window/asked-window.ts'
import type { ServedWindow } from '../window/served-window.ts'
import type { Series } from '../window/window-store.ts'

export type WindowTagInput = {
  query: QueryParameters
  asked: AskedWindow
  window: ServedWindow
  series: Series
  weighting: Weighting
  /** Names the stored points of the window. */
  pointsVersion: string
  /** What else the body depends on: its format, or its time zone. */
  form: string
}

/**
 * The tag of an answer about a window: of everything that the body follows from. An end that was not given is this very instant and moves
 * by itself: of such a window the points count, not the second at which it was asked for.
 */
export function windowTag({ query, asked, window, series, weighting, pointsVersion, form }: WindowTagInput): string {
  const { mode, seriesStart, carbonSeriesStart, consumptionSeriesStart } = series
  const { truncated, maxHistoryDays, effectiveFrom } = window
  const parts = [
    ...[form, asked.granularity, weighting, methodologyVersions(true), mode, pointsVersion],
    ...(['from', 'to'] as const).map((name) => (query.values.has(name) ? isoSeconds(asked[name]) : null)),
    ...[firstMark(effectiveFrom), truncated, maxHistoryDays],
    ...[seriesStart, carbonSeriesStart, consumptionSeriesStart],
  ]
  return weakTag(JSON.stringify(parts))
}

/** The first mark of a point that is not before an instant, minutes since the epoch. */
function firstMark(instant: Temporal.Instant): number {
  return Math.ceil(instant.epochMilliseconds / markEveryMs) * rawResolutionMinutes
}
