import { round2 } from '@hexawatt/shared/bounds/numbers'
import { type CoverageResponse, rawResolutionMinutes } from '@hexawatt/shared/contract/score-history'
import type { Answer } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { formatIsoSecondsOrNull, hourMs, tickEveryMs } from '@hexawatt/shared/time/instant'
import { createSharedRead } from '../window/shared-read.ts'
import { computeNextPointMs, createFirstSeen, findNewestExpectedTickMs } from '../window/window-version.ts'
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
    const body = toCoverage(series, now)
    const etag = createWeakTag(JSON.stringify([series.mode, body]))
    return { series, body, etag, lastModifiedMs: firstSeenMs(etag) }
  }

  const keptCoverage = createSharedRead(readCoverage, monotonicMs)

  /** @throws AppError `service_unavailable` */
  return async function answerCoverage(): Promise<Answer<CoverageResponse>> {
    return createAnswer(await keptCoverage(), clock.now())
  }
}

function createAnswer(
  { series, body, etag, lastModifiedMs }: KnownCoverage,
  now: Temporal.Instant,
): Answer<CoverageResponse> {
  const nowMs = now.epochMilliseconds
  return {
    body,
    validators: { etag, 'last-modified': formatHttpDate(lastModifiedMs) },
    maxAgeSeconds: computeMaxAgeSeconds(nowMs, [computeNextPointMs(series.lastPoint, nowMs)]),
    scope: 'public',
    mode: series.mode,
  }
}

const dayMs = 24 * hourMs

/**
 * Length and completeness of the series up to now. While ingestion stands still, the points that were due count as missing. Days are
 * spans of 24 hours; one that has begun counts.
 */
function toCoverage(series: StoredSeries, now: Temporal.Instant): CoverageResponse {
  const { seriesStart, lastPoint, points } = series
  const lengthMs =
    seriesStart === null || lastPoint === null ? null : computeSeriesLengthMs(seriesStart, lastPoint, now)
  const expected = lengthMs === null ? 0 : Math.floor(lengthMs / tickEveryMs) + 1
  return {
    availableDays: lengthMs === null ? 0 : Math.floor(lengthMs / dayMs) + 1,
    seriesStart: formatIsoSecondsOrNull(seriesStart),
    carbonSeriesStart: formatIsoSecondsOrNull(series.carbonSeriesStart),
    consumptionSeriesStart: formatIsoSecondsOrNull(series.consumptionSeriesStart),
    lastPoint: formatIsoSecondsOrNull(lastPoint),
    rawResolutionMinutes,
    pointCount: points,
    expectedPointCount: expected,
    completenessPct: expected === 0 ? null : round2((100 * points) / expected),
    backfilledPointCount: series.backfilledPoints,
    firstLivePoint: formatIsoSecondsOrNull(series.firstLivePoint),
  }
}

/** From the first point to the newest tick that has a point, or whose point should be there by now. */
function computeSeriesLengthMs(
  seriesStart: Temporal.Instant,
  lastPoint: Temporal.Instant,
  now: Temporal.Instant,
): number {
  const endMs = Math.max(lastPoint.epochMilliseconds, findNewestExpectedTickMs(now.epochMilliseconds))
  return endMs - seriesStart.epochMilliseconds
}
