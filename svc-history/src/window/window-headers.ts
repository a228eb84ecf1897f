import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import { rawResolutionMinutes } from '@hexawatt/shared/contract/score-history'
import { maxAgeSeconds } from '@hexawatt/shared/http/cache-control'
import { type DataHeaders, dataHeaders } from '@hexawatt/shared/http/data-headers'
import { weakTag } from '@hexawatt/shared/http/entity-tag'
import type { QueryParameters } from '@hexawatt/shared/http/query-parameters'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import { lastMarkMs, markEveryMs } from '@hexawatt/shared/methodology/point-mark'
import { methodologyVersions } from '@hexawatt/shared/methodology/versions'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds, minutesBetween } from '@hexawatt/shared/time/instant'
import type { AskedWindow } from './asked-window.ts'
import type { ServedWindow } from './served-window.ts'
import type { StoredWindow } from './stored-window.ts'
import { createFirstSeen, nextPointMs } from './version-times.ts'
import type { Series } from './window-store.ts'

/** Makes the headers of answers about windows. */
export function createWindowHeaders(clock: Clock): (input: WindowTagInput, now: Temporal.Instant) => DataHeaders {
  const firstSeenMs = createFirstSeen(clock)
  return function windowHeaders(input, now) {
    const etag = windowTag(input)
    return dataHeaders({
      etag,
      lastModifiedMs: firstSeenMs(etag),
      maxAgeSeconds: maxAgeSeconds(now.epochMilliseconds, nextChanges(input, now.epochMilliseconds)),
    })
  }
}

/** Of a window that ended before the present ten minutes every point is stored or missed for good: no change is expected. */
function nextChanges({ query, asked, series }: WindowTagInput, nowMs: number): number[] {
  const isPast = query.values.has('to') && asked.to.epochMilliseconds <= lastMarkMs(nowMs)
  return isPast ? [] : [nextPointMs(series.newestPoint, nowMs)]
}

type WindowTagInput = {
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
function windowTag({ query, asked, window, series, weighting, pointsVersion, form }: WindowTagInput): string {
  const { mode, seriesStart, carbonSeriesStart, consumptionSeriesStart } = series
  const { truncated, maxHistoryDays, effectiveFrom } = window
  const parts = [
    ...[form, asked.granularity, weighting, methodologyVersions(true), mode, pointsVersion],
    ...(['from', 'to'] as const).map((name) => (query.values.has(name) ? isoSeconds(asked[name]) : null)),
    ...[firstTick(effectiveFrom), truncated, maxHistoryDays],
    ...[seriesStart, carbonSeriesStart, consumptionSeriesStart],
  ]
  return weakTag(JSON.stringify(parts))
}

/** The first tick that is not before an instant, minutes since the epoch. */
function firstTick(instant: Temporal.Instant): number {
  return Math.ceil(instant.epochMilliseconds / markEveryMs) * rawResolutionMinutes
}

/** Points come every 10 minutes: an older newest one means that some are missing at the end of the window, minutes. */
const lateAfterMinutes = 30

/**
 * Headers of an answer about a window: the kind of data, and `degraded` when a served point was computed while a weighted feed was late or
 * missing, or when the newest points of a window that reaches to now are late themselves.
 */
export function sourceHeaders(
  { series, hasLateFeedPoint }: Pick<StoredWindow, 'series' | 'hasLateFeedPoint'>,
  { to }: AskedWindow,
  now: Temporal.Instant,
): Record<string, string> {
  const reachesNow = Temporal.Instant.compare(to, now) >= 0
  const isLate = series.newestPoint === null || minutesBetween(series.newestPoint, now) > lateAfterMinutes
  return {
    ...(series.mode === null ? {} : { [dataModeHeader]: series.mode }),
    ...(hasLateFeedPoint || (reachesNow && isLate) ? { [confidenceHeader]: 'degraded' } : {}),
  }
}
