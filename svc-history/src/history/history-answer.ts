import type { getScoreHistory } from '@hexawatt/shared/contract/operations/get-score-history'
import { isNotModified } from '@hexawatt/shared/http/conditional'
import type { Handler } from '@hexawatt/shared/http/mount'
import { toWeighting } from '@hexawatt/shared/http/weighting-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { Clock } from '@hexawatt/shared/time/clock'
import { wholeSecond } from '@hexawatt/shared/time/instant'
import type { PointDays, PointSource } from '../days/encoded-days.ts'
import type { ServedPoints } from '../fast/encoded-points.ts'
import { methodologyBreakdown as breakdownOf } from '../points/point-values.ts'
import { inOneSnapshot } from '../points/store-reading.ts'
import { type AskedWindow, toWindow } from '../window/asked-window.ts'
import {
  readStoredWindow,
  type ServedWindow,
  servedSpan,
  type WindowHead,
  windowHead,
} from '../window/served-window.ts'
import { bodyStream, truncationHeaders, whileOpen } from '../window/streamed-body.ts'
import { createWindowVersion, windowConfidence } from '../window/window-version.ts'
import { bodyFormat, type HistoryBodyInput, historyBody } from './history-body.ts'
import { hourlyHistory } from './hourly-history.ts'
import { rawHistory } from './raw-history.ts'

export type HistoryDeps = { sql: Sql; clock: Clock; days: PointDays; logger: Logger; metrics: Metrics }

/** Creates the answer to `GET /v1/score/history`: the head is known before the first byte, the points are streamed. */
export function createHistoryAnswer(deps: HistoryDeps): Handler<typeof getScoreHistory> {
  const { sql, clock, days, logger, metrics } = deps
  const rareLog = createRareLog({ logger })
  const windowVersion = createWindowVersion(clock)
  const openStreams = metrics.gauge('history_open_streams', 'Open history streams')

  function streamed(points: ServedPoints, body: Omit<HistoryBodyInput, 'head' | 'ranges'>, head: WindowHead) {
    const methodologyBreakdown = breakdownOf(points.samplesBySet)
    const sampleCount = methodologyBreakdown.reduce((sum, entry) => sum + entry.sampleCount, 0)
    const chunks = historyBody({ ...body, head: { ...head, sampleCount, methodologyBreakdown }, ranges: points.ranges })
    return bodyStream(whileOpen(chunks, openStreams), (error) =>
      rareLog.warn({ err: error }, 'history broken off: the store failed'),
    )
  }

  /** @throws AppError as `toWindow` and `servedWindow` do, in this order, or `service_unavailable` */
  return async function answerHistory({ query, principal, contentType, request }) {
    const weighting = toWeighting(query)
    const exactNow = clock.now()
    const asked = toWindow(query, exactNow)
    const now = wholeSecond(exactNow)
    const format = bodyFormat(contentType)
    // The tag and what it stands for are of one snapshot.
    const { stored, version, points } = await inOneSnapshot(sql, async (snapshot) => {
      const stored = await readStoredWindow(snapshot, asked, principal, now)
      const version = windowVersion({ asked, weighting, ...stored, query, form: format.contentType }, now)
      const isKnown = isNotModified(request.headers, version.validators)
      return { stored, version, points: isKnown ? null : await servedPoints({ snapshot, days }, asked, stored.window) }
    })
    const weights = weighting.profileApplied === null ? null : weighting.weights
    return {
      body: points && streamed(points, { format, weights }, windowHead({ asked, weighting, ...stored })),
      ...version,
      ...windowConfidence(stored, asked, now),
      contentType: format.contentType,
      headers: format.saysWindow ? {} : truncationHeaders(stored.window),
    }
  }
}

function servedPoints(source: PointSource, asked: AskedWindow, window: ServedWindow): Promise<ServedPoints> {
  const span = servedSpan(asked, window)
  if (Temporal.Instant.compare(span.from, span.end) >= 0) return Promise.resolve(nothing())
  return asked.granularity === 'raw' ? rawHistory(source, span) : hourlyHistory(source, span)
}

function nothing(): ServedPoints {
  return { samplesBySet: new Map(), ranges: (async function* () {})() }
}
