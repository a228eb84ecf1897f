import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { rawResolutionMinutes } from '@hexawatt/shared/contract/score-history'
import type { Answer, Version } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import { createMethodologyVersions } from '@hexawatt/shared/methodology/versions'
import type { Clock } from '@hexawatt/shared/time/clock'
import {
  ceilTo,
  countMinutesBetween,
  findLastTickMs,
  formatIsoExact,
  minuteMs,
  tickEveryMs,
} from '@hexawatt/shared/time/instant'
import type { RequestedWindow, WindowQuery } from './requested-window.ts'
import type { ServedWindow, StoredWindow } from './served-window.ts'
import type { Series } from './window-store.ts'

/** Time after its tick at which a point is stored, ms: svc-ingest waits ten seconds, and polls every five. */
const storedAfterMs = 15_000

/** Time after its tick at which an absent point counts as missing, ms: svc-ingest starts within 15 seconds and gives up after 20 more. */
const missingAfterMs = minuteMs

/** Finds the newest tick whose point must be stored by now, ms since the epoch; a point that is being computed is not expected yet. */
export function findNewestExpectedTickMs(nowMs: number): number {
  return findLastTickMs(nowMs - missingAfterMs)
}

/**
 * When the next point is expected, ms since the epoch: at the next tick, or right after the last one while its point is absent.
 *
 * @param newestPoint null when there is none
 */
export function computeNextPointMs(newestPoint: Temporal.Instant | null, nowMs: number): number {
  const tickMs = findLastTickMs(nowMs)
  const isTickStored = newestPoint !== null && newestPoint.epochMilliseconds >= tickMs
  return isTickStored ? tickMs + tickEveryMs : tickMs + storedAfterMs
}

/** Maximum number of tags in memory; an evicted tag counts as new, which costs one full response. */
const maxTags = 10_000

/**
 * Remembers when this process first saw a version, for `Last-Modified`: the tables do not record their changes, and the newest point is not enough,
 * because older points may be filled in. The first sight is never before the change, so no client gets a wrong 304. Points are only added, so no
 * version returns.
 */
export function createFirstSeen(clock: Clock): (etag: string) => number {
  const seenAtMs = createBoundedMap<number>(maxTags)
  return function firstSeenMs(etag: string): number {
    const known = seenAtMs.get(etag)
    if (known !== undefined) return known
    const nowMs = clock.now().epochMilliseconds
    seenAtMs.set(etag, nowMs)
    return nowMs
  }
}

/** Creates the function that computes the version of an answer about a window. */
export function createWindowVersion(clock: Clock): (input: WindowTagInput, now: Temporal.Instant) => Version {
  const firstSeenMs = createFirstSeen(clock)
  return function windowVersion(input, now) {
    const etag = createWindowTag(input)
    return {
      validators: { etag, 'last-modified': formatHttpDate(firstSeenMs(etag)) },
      maxAgeSeconds: computeMaxAgeSeconds(now.epochMilliseconds, listNextChanges(input, now.epochMilliseconds)),
    }
  }
}

/** A window that ended before the current tick is final: each of its points is stored or will never be stored, so no change is expected. */
function listNextChanges({ query, asked, series }: WindowTagInput, nowMs: number): number[] {
  const isPast = query.to !== undefined && ceilTo('second', asked.to).epochMilliseconds <= findLastTickMs(nowMs)
  return isPast ? [] : [computeNextPointMs(series.newestPoint, nowMs)]
}

type WindowTagInput = {
  query: Pick<WindowQuery, 'from' | 'to'>
  asked: RequestedWindow
  window: ServedWindow
  series: Series
  weighting: Weighting
  /** Version of the stored points of the window. */
  pointsVersion: string
  /** Anything else the body depends on: its format, or its time zone. */
  form: string
}

/**
 * The tag of an answer about a window covers everything that the body depends on. A window without a given end ends now; its tag covers its points but
 * not the second of the request.
 */
function createWindowTag({ query, asked, window, series, weighting, pointsVersion, form }: WindowTagInput): string {
  const { mode, seriesStart, carbonSeriesStart, consumptionSeriesStart } = series
  const { truncated, maxHistoryDays, effectiveFrom } = window
  const parts = [
    ...[form, asked.granularity, weighting, createMethodologyVersions('physical_flows'), mode, pointsVersion],
    ...(['from', 'to'] as const).map((name) => (query[name] !== undefined ? formatIsoExact(asked[name]) : null)),
    ...[findFirstTick(effectiveFrom), truncated, maxHistoryDays],
    ...[seriesStart, carbonSeriesStart, consumptionSeriesStart],
  ]
  return createWeakTag(JSON.stringify(parts))
}

/** The first tick that is not before an instant, minutes since the epoch. */
function findFirstTick(instant: Temporal.Instant): number {
  return Math.ceil(instant.epochMilliseconds / tickEveryMs) * rawResolutionMinutes
}

/** Age at which the newest point is late, minutes: points come every 10 minutes, so the end of the window has gaps. */
const lateAfterMinutes = 30

/**
 * The data mode of an answer about a window, and whether it is degraded: when a served point was computed while a weighted feed was late or missing, or
 * when the newest points of a window that reaches now are late.
 */
export function assessWindowConfidence(
  { series, hasLateFeedPoint }: Pick<StoredWindow, 'series' | 'hasLateFeedPoint'>,
  { to }: RequestedWindow,
  now: Temporal.Instant,
): Required<Pick<Answer, 'mode' | 'isDegraded'>> {
  const reachesNow = Temporal.Instant.compare(to, now) >= 0
  const isLate = series.newestPoint === null || countMinutesBetween(series.newestPoint, now) > lateAfterMinutes
  return { mode: series.mode, isDegraded: hasLateFeedPoint || (reachesNow && isLate) }
}
