import { CarbonSeriesPoint, type CarbonSeriesResponse } from '@hexawatt/shared/contract/carbon/carbon-series'
import type { getCarbonSeries } from '@hexawatt/shared/contract/operations/get-carbon-series'
import { resolveTimes } from '@hexawatt/shared/contract/query/requested-time'
import type { Answer } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate, isNotModified } from '@hexawatt/shared/http/conditional'
import type { Handler } from '@hexawatt/shared/http/mount'
import type { ParsedQuery } from '@hexawatt/shared/http/parse-query'
import { findCorrectedUntilMs, findImportsSettledUntilMs } from '@hexawatt/shared/methodology/mix-finality'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { Clock } from '@hexawatt/shared/time/clock'
import { floorToSecond, formatIsoExact, hourMs, pickEarlier, pickLater } from '@hexawatt/shared/time/instant'
import { createCurrentVersions } from '../points/current-versions.ts'
import { readFromStore } from '../points/store-reading.ts'
import type { PointSpan } from '../points/utc-span.ts'
import { choosePointFormat, openPointStream, splitIntoBatches } from '../window/point-stream.ts'
import { type RequestedSpan, toSpan } from '../window/requested-window.ts'
import { computeDepthFloor, findServedWindow } from '../window/served-window.ts'
import { countWhileOpen, createBodyStream, createTruncationHeaders } from '../window/streamed-body.ts'
import { fillSlots, toSlotSpan } from './series-points.ts'
import { hasSeriesValue, readSeriesFacts, readSeriesRows, type SeriesFacts, type SeriesKind } from './series-store.ts'

export type SeriesDeps = { sql: Sql; clock: Clock; logger: Logger; metrics: Metrics }

/** Hours of slots of one query. */
const hoursPerQuery = { '15m': 15 * 24, '1h': 60 * 24 } as const
/** Age of the newest known slot, from its start, from which the end of a window that reaches now counts as late, ms. */
const lateAfterMs = { production: 4 * hourMs, direct: 4 * hourMs, consumption: 8 * hourMs } as const

const columns = Object.keys(CarbonSeriesPoint.entries)

/** Creates the answer to `GET /v1/carbon/series`: the head is known before the first byte, the points are streamed. */
export function createSeriesAnswer({ sql, clock, logger, metrics }: SeriesDeps): Handler<typeof getCarbonSeries> {
  const rareLog = createRareLog({ logger })
  const findSinceMs = createCurrentVersions(clock)
  const openStreams = metrics.gauge('carbon_series_open_streams', 'Open streams of the carbon series')

  /**
   * The validators of an answer, and how long it may be kept.
   *
   * @param asked what is asked for
   * @param served what decides the body next to the stored slots
   */
  function createVersion(asked: unknown[], served: unknown[], { mode, seriesStart, revision }: SeriesFacts) {
    const etag = createWeakTag(JSON.stringify([mode, seriesStart, revision, ...asked, ...served]))
    return { etag, 'last-modified': formatHttpDate(findSinceMs(JSON.stringify(asked), etag)) }
  }

  /** @throws AppError as `toSpan` and `findServedWindow` do, in this order, or `service_unavailable` */
  return async function answerSeries({ query, principal, contentType, request }): Promise<Answer> {
    const exactNow = clock.now()
    const { kind, span, isGiven } = toRequestedSeries(query, exactNow)
    const now = floorToSecond(exactNow)
    const slotsFrom = (from: Temporal.Instant): PointSpan => toSlotSpan(from, span.to, kind.resolution, now)
    // Nothing before the history floor of the plan is served, so data before it do not change a tag.
    const floor = computeDepthFloor(now, principal.entitlements.historyDays)
    const readable = slotsFrom(pickEarlier(pickLater(span.from, floor), span.to))
    const facts = await readFromStore(readSeriesFacts(sql, kind, readable, now))
    const { effectiveFrom, truncated } = await readFromStore(
      findServedWindow({
        asked: span,
        principal,
        now,
        seriesStart: facts.seriesStart,
        hasPointBetween: (from, to) => hasSeriesValue(sql, kind, toSlotSpan(from, to, kind.resolution, now), now),
      }),
    )
    const slots = facts.newestSlot === null ? slotsFrom(span.to) : slotsFrom(effectiveFrom)
    const format = choosePointFormat(contentType, columns)
    const windowAsked = [
      format.contentType,
      kind,
      isGiven.from ? formatIsoExact(span.from) : null,
      isGiven.to ? formatIsoExact(span.to) : null,
      truncated ? formatIsoExact(effectiveFrom) : null,
    ]
    const slotsServed = [slots.from, slots.end, findCorrectedUntilMs(now), findImportsSettled(kind, slots, now)]
    const answer = {
      validators: createVersion(windowAsked, slotsServed, facts),
      // A value that is late or provisional may come at any minute.
      maxAgeSeconds: computeMaxAgeSeconds(now.epochMilliseconds, isSettled(span, now) ? [] : [null]),
      contentType: format.contentType,
      headers: format.saysWindow ? {} : createTruncationHeaders({ effectiveFrom, truncated }),
      mode: facts.mode,
      isDegraded: isLate(kind, facts, span, now),
    }
    if (isNotModified(request.headers, answer.validators)) return { body: null, ...answer }
    const head: Omit<CarbonSeriesResponse, 'points'> = {
      ...kind,
      from: formatIsoExact(span.from),
      to: formatIsoExact(span.to),
      effectiveFrom: formatIsoExact(effectiveFrom),
      truncated,
      methodologyVersions: facts.versions,
    }
    const chunks = await readFromStore(
      openPointStream({
        format,
        head,
        batches: splitIntoBatches(slots, hoursPerQuery[kind.resolution]),
        readBatch: async (batch) => fillSlots(await readSeriesRows(sql, kind, batch, now), batch, kind, now),
      }),
    )
    const body = createBodyStream(countWhileOpen(chunks, openStreams), (error) =>
      rareLog.warn({ err: error }, 'carbon series stream aborted: the store failed'),
    )
    return { body, ...answer }
  }
}

/** Until when the imports of the slots are final, for the tag: it moves only while it lies within the window. */
function findImportsSettled(
  { boundary, resolution }: SeriesKind,
  { from, end }: PointSpan,
  now: Temporal.Instant,
): Temporal.Instant | null {
  if (boundary !== 'consumption') return null
  const settledUntil = Temporal.Instant.fromEpochMilliseconds(findImportsSettledUntilMs(now))
  const until = toSlotSpan(from, settledUntil, resolution, settledUntil).end
  return pickEarlier(until, end)
}

/** @throws AppError as `toSpan` does */
function toRequestedSeries(query: ParsedQuery<typeof getCarbonSeries>, now: Temporal.Instant) {
  const { boundary, resolution, from, to } = resolveTimes(query, now)
  const kind: SeriesKind = { boundary, resolution }
  const isGiven = { from: from !== undefined, to: to !== undefined }
  return { kind, span: toSpan({ from, to }, now, { from: 'from', to: 'to' }), isGiven }
}

/** By then flows and all mixes have been read, ms; later corrections are rare. */
const settledAfterMs = 24 * hourMs

const isSettled = ({ to }: RequestedSpan, now: Temporal.Instant): boolean =>
  now.epochMilliseconds - to.epochMilliseconds >= settledAfterMs

const reachesNow = ({ to }: RequestedSpan, now: Temporal.Instant): boolean => Temporal.Instant.compare(to, now) >= 0

/** Whether the window reaches now and its newest known slot is old. */
function isLate(
  { boundary }: SeriesKind,
  { newestSlot }: SeriesFacts,
  span: RequestedSpan,
  now: Temporal.Instant,
): boolean {
  if (!reachesNow(span, now)) return false
  return newestSlot === null || now.epochMilliseconds - newestSlot.epochMilliseconds > lateAfterMs[boundary]
}
