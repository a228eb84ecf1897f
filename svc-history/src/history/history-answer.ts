import type { Principal } from '@hexawatt/shared/contract/principal'
import { parseQuery, queryText } from '@hexawatt/shared/http/query-parameters'
import { readWeighting } from '@hexawatt/shared/http/weighting-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { Clock } from '@hexawatt/shared/time/clock'
import { dataHeaders } from '../answers/data-headers.ts'
import { fromStore } from '../answers/from-store.ts'
import { windowHead } from '../answers/window-head.ts'
import type { PointDays } from '../points/point-days.ts'
import { methodologyBreakdown } from '../points/version-set.ts'
import { hasPointBetween, readSeries } from '../series/series-store.ts'
import { type AskedWindow, readWindow } from '../window/asked-window.ts'
import { wholeSecond } from '../window/instant-parameter.ts'
import { type ServedWindow, servedWindow } from '../window/served-window.ts'
import { bodyFormat } from './body-format.ts'
import { bodyStream } from './body-stream.ts'
import { historyBody } from './history-body.ts'
import { hourlyHistory } from './hourly-history.ts'
import { rawHistory } from './raw-history.ts'
import type { ServedPoints } from './served-points.ts'

export type HistoryDeps = { sql: Sql; clock: Clock; days: PointDays; logger: Logger; metrics: Metrics }

/** Makes the answer to `GET /v1/score/history`: its head is known before the first byte, its points are streamed. */
export function createHistoryAnswer(deps: HistoryDeps) {
  const { sql, clock, logger, metrics } = deps
  const openStreams = metrics.gauge('history_open_streams', 'Histories that are being sent')

  /** @throws AppError as `readWeighting`, `readWindow` and `servedWindow` do, in this order, or `service_unavailable` */
  return async function answerHistory(request: Request, principal: Principal): Promise<Response> {
    const query = parseQuery(queryText(request.url))
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
    const breakdown = methodologyBreakdown(points.samplesBySet)
    const chunks = historyBody({
      format,
      head: {
        ...windowHead({ asked, window, series, weighting }),
        sampleCount: breakdown.reduce((sum, { sampleCount }) => sum + sampleCount, 0),
        methodologyBreakdown: breakdown,
      },
      ranges: points.ranges,
      weights: weighting.profileApplied === null ? null : weighting.weights,
    })
    const body = bodyStream(whileOpen(chunks, openStreams), (error) =>
      logger.warn({ err: error }, 'history broken off: the store failed'),
    )
    return new Response(body, {
      headers: { 'content-type': format.contentType, ...dataHeaders(series, asked, now) },
    })
  }
}

/** Counts a stream as open until its last chunk, its failure, or the client's leaving. */
async function* whileOpen<Chunk>(
  chunks: AsyncGenerator<Chunk, void, undefined>,
  openStreams: { inc: () => void; dec: () => void },
): AsyncGenerator<Chunk, void, undefined> {
  openStreams.inc()
  try {
    yield* chunks
  } finally {
    openStreams.dec()
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
