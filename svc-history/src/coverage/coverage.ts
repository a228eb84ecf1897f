import { round2 } from '@hexawatt/shared/contract/numbers'
import { type CoverageResponse, rawResolutionMinutes } from '@hexawatt/shared/contract/score-history'
import { markEveryMs } from '@hexawatt/shared/methodology/point-mark'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import type { StoredSeries } from '../history/coverage-store.ts'
import { newestExpectedTickMs } from '../window/version-times.ts'

const dayMs = 24 * hourMs

/**
 * How far back the series reaches and how complete it is up to now: while nothing is ingested, the points that should have come are
 * missing. Days are stretches of 24 hours, the last one begun counts.
 */
export function coverage(series: StoredSeries, now: Temporal.Instant): CoverageResponse {
  const { seriesStart, lastPoint, points } = series
  const lengthMs = seriesStart === null || lastPoint === null ? null : seriesLengthMs(seriesStart, lastPoint, now)
  const expected = lengthMs === null ? 0 : Math.floor(lengthMs / markEveryMs) + 1
  return {
    availableDays: lengthMs === null ? 0 : Math.floor(lengthMs / dayMs) + 1,
    seriesStart: isoOrNull(seriesStart),
    carbonSeriesStart: isoOrNull(series.carbonSeriesStart),
    consumptionSeriesStart: isoOrNull(series.consumptionSeriesStart),
    lastPoint: isoOrNull(lastPoint),
    rawResolutionMinutes,
    pointCount: points,
    expectedPointCount: expected,
    completenessPct: expected === 0 ? null : round2((100 * points) / expected),
    backfilledPointCount: series.backfilledPoints,
    firstLivePoint: isoOrNull(series.firstLivePoint),
  }
}

/** From the first point to the newest tick that has a point, or whose point should be there by now. */
function seriesLengthMs(seriesStart: Temporal.Instant, lastPoint: Temporal.Instant, now: Temporal.Instant): number {
  const endMs = Math.max(lastPoint.epochMilliseconds, newestExpectedTickMs(now.epochMilliseconds))
  return endMs - seriesStart.epochMilliseconds
}

const isoOrNull = (instant: Temporal.Instant | null): string | null => (instant === null ? null : isoSeconds(instant))
