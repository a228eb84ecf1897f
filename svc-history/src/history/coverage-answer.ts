import { round2 } from '@hexawatt/shared/bounds/numbers'
import { type CoverageResponse, rawResolutionMinutes } from '@hexawatt/shared/contract/score-history'
import type { Answer } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, isoSecondsOrNull, tickEveryMs } from '@hexawatt/shared/time/instant'
import { createKeptRead } from '../window/kept-read.ts'
import { createFirstSeen, newestExpectedTickMs, nextPointMs } from '../window/window-version.ts'
import { readStoredSeries, type StoredSeries } from './history-store.ts'

export type CoverageDeps = {
  sql: Sql
  clock: Clock
  /** Time for the age of the cached coverage; real time when not given. */
  monotonicMs?: () => number
}

/** A coverage and the instant from which it was known. */
type KnownCoverage = { series: StoredSeries; body: CoverageResponse; etag: string; lastModifiedMs: number }

/** Creates the answer to `GET /api/coverage`: one database read serves all requests of a few seconds. */
export function createCoverageAnswer({ sql, clock, monotonicMs = () => performance.now() }: CoverageDeps) {
  const firstSeenMs = createFirstSeen(clock)
  async function readCoverage(): Promise<KnownCoverage> {
    const now = clock.now()
    const series = await readStoredSeries(sql, now)
    const body = coverage(series, now)
    const etag = createWeakTag(JSON.stringify([series.mode, body]))
    return { series, body, etag, lastModifiedMs: firstSeenMs(etag) }
  }

  const keptCoverage = createKeptRead(readCoverage, monotonicMs)

  /** @throws AppError `service_unavailable` */
  return async function answerCoverage(): Promise<Answer<CoverageResponse>> {
    return answerFrom(await keptCoverage(), clock.now())
  }
}

function answerFrom(
  { series, body, etag, lastModifiedMs }: KnownCoverage,
  now: Temporal.Instant,
): Answer<CoverageResponse> {
  const nowMs = now.epochMilliseconds
  return {
    body,
    validators: { etag, 'last-modified': formatHttpDate(lastModifiedMs) },
    maxAgeSeconds: computeMaxAgeSeconds(nowMs, [nextPointMs(series.lastPoint, nowMs)]),
    scope: 'public',
    mode: series.mode,
  }
}

const dayMs = 24 * hourMs

/**
 * Length and completeness of the series up to now. While ingestion stands still, the points that were due count as missing. Days are
 * spans of 24 hours; one that has begun counts.
 */
function coverage(series: StoredSeries, now: Temporal.Instant): CoverageResponse {
  const { seriesStart, lastPoint, points } = series
  const lengthMs = seriesStart === null || lastPoint === null ? null : seriesLengthMs(seriesStart, lastPoint, now)
  const expected = lengthMs === null ? 0 : Math.floor(lengthMs / tickEveryMs) + 1
  return {
    availableDays: lengthMs === null ? 0 : Math.floor(lengthMs / dayMs) + 1,
    seriesStart: isoSecondsOrNull(seriesStart),
    carbonSeriesStart: isoSecondsOrNull(series.carbonSeriesStart),
    consumptionSeriesStart: isoSecondsOrNull(series.consumptionSeriesStart),
    lastPoint: isoSecondsOrNull(lastPoint),
    rawResolutionMinutes,
    pointCount: points,
    expectedPointCount: expected,
    completenessPct: expected === 0 ? null : round2((100 * points) / expected),
    backfilledPointCount: series.backfilledPoints,
    firstLivePoint: isoSecondsOrNull(series.firstLivePoint),
  }
}

/** From the first point to the newest tick that has a point, or whose point should be there by now. */
function seriesLengthMs(seriesStart: Temporal.Instant, lastPoint: Temporal.Instant, now: Temporal.Instant): number {
  const endMs = Math.max(lastPoint.epochMilliseconds, newestExpectedTickMs(now.epochMilliseconds))
  return endMs - seriesStart.epochMilliseconds
}
