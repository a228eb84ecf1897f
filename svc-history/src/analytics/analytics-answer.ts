import type { Principal } from '@hexawatt/shared/contract/principal'
import type { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { isNotModified } from '@hexawatt/shared/http/conditional'
import { parseQuery, queryText } from '@hexawatt/shared/http/query-parameters'
import { readWeighting } from '@hexawatt/shared/http/weighting-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { sourceHeaders } from '../answers/source-headers.ts'
import { windowHead } from '../answers/window-head.ts'
import { fromStore } from '../points/store-reading.ts'
import { readWindow } from '../window/asked-window.ts'
import { wholeSecond } from '../window/instant-parameter.ts'
import { readStoredWindow } from '../window/stored-window.ts'
import { createWindowHeaders } from '../window/window-headers.ts'
import { requireAnalytics } from './analytics-entitlement.ts'
import { createHourDays } from './hour-days.ts'
import { analyticsOfPoints } from './score-analytics.ts'
import { readTimeZone } from './time-zone.ts'
import { windowAggregates } from './window-aggregates.ts'

export type AnalyticsDeps = { sql: Sql; clock: Clock }

/** An answer that is still to be written as JSON; a body of null is what the client has already. */
export type AnalyticsAnswer = { body: ScoreAnalyticsResponse | null; headers: Record<string, string> }

/** Makes the answer to `GET /v1/score/analytics`. */
export function createAnalyticsAnswer({ sql, clock }: AnalyticsDeps) {
  const hourDays = createHourDays(sql)
  const windowHeaders = createWindowHeaders(clock)

  /**
   * @throws AppError as `requireAnalytics`, `readWeighting`, `readTimeZone`, `readWindow` and `servedWindow` do, in this order, or
   *   `service_unavailable`
   */
  return async function answerAnalytics(request: Request, principal: Principal): Promise<AnalyticsAnswer> {
    requireAnalytics(principal)
    const query = parseQuery(queryText(request.url))
    const weighting = readWeighting(query, principal)
    const timeZone = readTimeZone(query)
    const now = wholeSecond(clock.now())
    const asked = readWindow(query, now)
    const stored = await readStoredWindow(sql, asked, principal, now)
    const described = { asked, weighting, ...stored }
    const headers = {
      ...sourceHeaders(stored, asked, now),
      ...windowHeaders({ ...described, query, form: timeZone }, now),
    }
    if (isNotModified(request.headers, headers)) return { body: null, headers }
    const span = { from: stored.window.effectiveFrom, end: stored.window.end }
    const aggregates = await fromStore(
      windowAggregates({ sql, hourDays }, { span, granularity: asked.granularity, weighting, timeZone }),
    )
    return { body: { ...windowHead(described), timeZone, ...analyticsOfPoints(aggregates) }, headers }
  }
}
