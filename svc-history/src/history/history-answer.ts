import type { Principal } from '@hexawatt/shared/contract/principal'
import { queryText } from '@hexawatt/shared/http/query-parameters'
import { readWeighting, type Weighting } from '@hexawatt/shared/http/weighting-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { dataHeaders } from '../answers/data-headers.ts'
import { fromStore } from '../answers/from-store.ts'
import type { PointDays } from '../points/point-days.ts'
import { methodologyBreakdown } from '../points/version-set.ts'
import { hasPointBetween, readSeries, type Series } from '../series/series-store.ts'
import { type AskedWindow, readWindow } from '../window/asked-window.ts'
import { wholeSecond } from '../window/instant-parameter.ts'
import { type ServedWindow, servedWindow } from '../window/served-window.ts'
import { bodyFormat, type HistoryHead } from './body-format.ts'
import { bodyStream } from './body-stream.ts'
import { historyBody } from './history-body.ts'
import { hourlyHistory } from './hourly-history.ts'
import { rawHistory } from './raw-history.ts'
import type { ServedPoints } from './served-points.ts'

export type HistoryDeps = { sql: Sql; clock: Clock; days: PointDays; logger: Logger }

/** Makes the answer to `GET /v1/score/history`: its head is known before the first byte, its points are streamed. */
export function createHistoryAnswer(deps: HistoryDeps) {
  const { sql, clock, logger } = deps

  /** @throws AppError as `readWeighting`, `readWindow` and `servedWindow` do, in this order, or `service_unavailable` */
  return async function answerHistory(request: Request, principal: Principal): Promise<Response> {
    const query = new URLSearchParams(queryText(request.url))
    const weighting = readWeighting(query, principal)
    const now = wholeSecond(clock.now())
    const asked = readWindow(query, now)
    const series = await fromStore(readSeries(sql, now))
    const window = await fromStore(
      servedWindow({
        asked,
        principal,
        now,
        seriesStart: series.seriesStart,
        hasPointBetween: (from, to) => hasPointBetween(sql, from, to),
      }),
    )
    const points = await fromStore(servedPoints(deps, asked, window))
    const format = bodyFormat(request.headers.get('accept'))
    const chunks = historyBody({
      format,
      head: historyHead(asked, window, series, weighting, points),
      ranges: points.ranges,
      weights: weighting.profileApplied === null ? null : weighting.weights,
    })
    const body = bodyStream(chunks, (error) => logger.warn({ err: error }, 'history broken off: the store failed'))
    return new Response(body, {
      headers: { 'content-type': format.contentType, ...dataHeaders(series, asked, now) },
    })
  }
}

function servedPoints(
  deps: HistoryDeps,
  { granularity }: AskedWindow,
  { effectiveFrom, end }: ServedWindow,
): Promise<ServedPoints> {
  const span = { from: effectiveFrom, end }
  if (Temporal.Instant.compare(effectiveFrom, end) >= 0) return Promise.resolve(nothing())
  return granularity === 'raw' ? rawHistory(deps, span) : hourlyHistory(deps, span)
}

function nothing(): ServedPoints {
  return { samplesBySet: new Map(), ranges: (async function* () {})() }
}

/** What the answer says before its points, in the order of the contract. */
function historyHead(
  asked: AskedWindow,
  window: ServedWindow,
  series: Series,
  { profileApplied }: Weighting,
  { samplesBySet }: ServedPoints,
): HistoryHead {
  const breakdown = methodologyBreakdown(samplesBySet)
  return {
    from: isoSeconds(asked.from),
    to: isoSeconds(asked.to),
    effectiveFrom: isoSeconds(window.effectiveFrom),
    truncated: window.truncated,
    maxHistoryDays: window.maxHistoryDays,
    granularity: asked.granularity,
    profileApplied,
    seriesStart: isoOrNull(series.seriesStart),
    carbonSeriesStart: isoOrNull(series.carbonSeriesStart),
    consumptionSeriesStart: isoOrNull(series.consumptionSeriesStart),
    sampleCount: breakdown.reduce((sum, { sampleCount }) => sum + sampleCount, 0),
    methodologyBreakdown: breakdown,
  }
}

const isoOrNull = (instant: Temporal.Instant | null): string | null => (instant === null ? null : isoSeconds(instant))
