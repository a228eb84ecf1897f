import type { getScoreHistory } from '@hexawatt/shared/contract/operations/get-score-history'
import { isNotModified } from '@hexawatt/shared/http/conditional'
import type { Handler } from '@hexawatt/shared/http/mount'
import { toWeighting } from '@hexawatt/shared/http/weighting-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { Clock } from '@hexawatt/shared/time/clock'
import { floorToSecond } from '@hexawatt/shared/time/instant'
import type { PointDays, PointSource } from '../days/encoded-days.ts'
import type { ServedPoints } from '../fast/encoded-points.ts'
import { toMethodologyBreakdown as breakdownOf } from '../points/point-values.ts'
import { readInOneSnapshot } from '../points/store-reading.ts'
import { type RequestedWindow, toWindow } from '../window/requested-window.ts'
import {
  createWindowHead,
  readStoredWindow,
  type ServedWindow,
  toServedSpan,
  type WindowHead,
} from '../window/served-window.ts'
import { countWhileOpen, createBodyStream, createTruncationHeaders } from '../window/streamed-body.ts'
import { assessWindowConfidence, createWindowVersion } from '../window/window-version.ts'
import { chooseBodyFormat, type HistoryBodyInput, streamHistoryBody } from './history-body.ts'
import { readHourlyHistory } from './hourly-history.ts'
import { readRawHistory } from './raw-history.ts'

export type HistoryDeps = { sql: Sql; clock: Clock; days: PointDays; logger: Logger; metrics: Metrics }

/** Creates the answer to `GET /v1/score/history`: the head is known before the first byte, the points are streamed. */
export function createHistoryAnswer(deps: HistoryDeps): Handler<typeof getScoreHistory> {
  const { sql, clock, days, logger, metrics } = deps
  const rareLog = createRareLog({ logger })
  const windowVersion = createWindowVersion(clock)
  const openStreams = metrics.gauge('history_open_streams', 'Open history streams')

  function streamBody(points: ServedPoints, body: Omit<HistoryBodyInput, 'head' | 'ranges'>, head: WindowHead) {
    const methodologyBreakdown = breakdownOf(points.samplesBySet)
    const sampleCount = methodologyBreakdown.reduce((sum, entry) => sum + entry.sampleCount, 0)
    const chunks = streamHistoryBody({
      ...body,
      head: { ...head, sampleCount, methodologyBreakdown },
      ranges: points.ranges,
    })
    return createBodyStream(countWhileOpen(chunks, openStreams), (error) =>
      rareLog.warn({ err: error }, 'history stream aborted: the store failed'),
    )
  }

  /** @throws AppError as `toWindow` and `findServedWindow` do, in this order, or `service_unavailable` */
  return async function answerHistory({ query, principal, contentType, request }) {
    const weighting = toWeighting(query)
    const exactNow = clock.now()
    const asked = toWindow(query, exactNow)
    const now = floorToSecond(exactNow)
    const format = chooseBodyFormat(contentType)
    // The tag and the data that it describes come from one database snapshot.
    const { stored, version, points } = await readInOneSnapshot(sql, async (snapshot) => {
      const stored = await readStoredWindow(snapshot, asked, principal, now)
      const version = windowVersion({ asked, weighting, ...stored, query, form: format.contentType }, now)
      const isKnown = isNotModified(request.headers, version.validators)
      return {
        stored,
        version,
        points: isKnown ? null : await readServedPoints({ snapshot, days }, asked, stored.window),
      }
    })
    const weights = weighting.profileApplied === null ? null : weighting.weights
    return {
      body: points && streamBody(points, { format, weights }, createWindowHead({ asked, weighting, ...stored })),
      ...version,
      ...assessWindowConfidence(stored, asked, now),
      contentType: format.contentType,
      headers: format.saysWindow ? {} : createTruncationHeaders(stored.window),
    }
  }
}

function readServedPoints(source: PointSource, asked: RequestedWindow, window: ServedWindow): Promise<ServedPoints> {
  const span = toServedSpan(asked, window)
  if (Temporal.Instant.compare(span.from, span.end) >= 0) return Promise.resolve(createNoPoints())
  return asked.granularity === 'raw' ? readRawHistory(source, span) : readHourlyHistory(source, span)
}

function createNoPoints(): ServedPoints {
  return { samplesBySet: new Map(), ranges: (async function* () {})() }
}
