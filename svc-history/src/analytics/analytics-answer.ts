import type { Principal } from '@hexawatt/shared/contract/principal'
import type { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { parseQuery, queryText } from '@hexawatt/shared/http/query-parameters'
import { readWeighting } from '@hexawatt/shared/http/weighting-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { dataHeaders } from '../answers/data-headers.ts'
import { fromStore } from '../answers/from-store.ts'
import { windowHead } from '../answers/window-head.ts'
import { hasPointBetween, readSeries } from '../series/series-store.ts'
import { readWindow } from '../window/asked-window.ts'
import { wholeSecond } from '../window/instant-parameter.ts'
import { servedWindow } from '../window/served-window.ts'
import { requireAnalytics } from './analytics-entitlement.ts'
import { createHourDays } from './hour-days.ts'
import { analyticsOfPoints } from './score-analytics.ts'
import { readTimeZone } from './time-zone.ts'
import { windowAggregates } from './window-aggregates.ts'

export type AnalyticsDeps = { sql: Sql; clock: Clock }

/** An answer that is still to be written as JSON. */
export type AnalyticsAnswer = { body: ScoreAnalyticsResponse; headers: Record<string, string> }

/** Makes the answer to `GET /v1/score/analytics`. */
export function createAnalyticsAnswer({ sql, clock }: AnalyticsDeps) {
  const hourDays = createHourDays(sql)

  /**
   * @throws AppError as `requireAnalytics`, `readWeighting`, `readTimeZone`, `readWindow` and `servedWindow` do, in this order, or
   *   `service_unavailable`
   */
  return async function answerAnalytics(url: string, principal: Principal): Promise<AnalyticsAnswer> {
    requireAnalytics(principal)
    const query = parseQuery(queryText(url))
    const weighting = readWeighting(query, principal)
    const timeZone = readTimeZone(query)
    const now = wholeSecond(clock.now())
    const asked = readWindow(query, now)
    const series = await fromStore(readSeries(sql, now))
    const { seriesStart } = series
    const window = await fromStore(
      servedWindow({
        asked,
        principal,
        now,
        seriesStart,
        hasPointBetween: (from, to) => hasPointBetween(sql, from, to),
      }),
    )
    const span = { from: window.effectiveFrom, end: window.end }
    const aggregates = await fromStore(
      windowAggregates({ sql, hourDays }, { span, granularity: asked.granularity, weighting, timeZone }),
    )
    const head = windowHead({ asked, window, series, weighting })
    return { body: { ...head, timeZone, ...analyticsOfPoints(aggregates) }, headers: dataHeaders(series, asked, now) }
  }
}
