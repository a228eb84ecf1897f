import type { getCarbonRegionsDay } from '@hexawatt/shared/contract/operations/get-carbon-regions-day'
import { acceptedDay } from '@hexawatt/shared/contract/query/window-parameters'
import type { Answer } from '@hexawatt/shared/http/answer'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { Handler } from '@hexawatt/shared/http/mount'
import { createInvalidParameterError } from '@hexawatt/shared/http/parse-query'
import type { Principal } from '@hexawatt/shared/http/principal'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { parisDate } from '@hexawatt/shared/time/paris'
import { createCurrentVersions } from '../points/current-versions.ts'
import { readFromStore } from '../points/store-reading.ts'
import { computeDepthFloor, findServedWindow } from '../window/served-window.ts'
import { buildRegionalDay, type ParisDay, toParisDay, writeRegionalDayTable } from './regional-day-body.ts'
import { hasRegionalRowBetween, readDay } from './regional-day-store.ts'

type RegionalDayDeps = { sql: Sql; clock: Clock }

/** `max-age` of a complete day and of any other, seconds: the figures are published hourly, and corrections of a complete day are rare. */
const maxAges = { complete: 86_400, other: 300 } as const

/** Creates the answer to `GET /v1/carbon/regions/day`: one Paris day, computed from the stored figures. */
export function createRegionalDayAnswer({ sql, clock }: RegionalDayDeps): Handler<typeof getCarbonRegionsDay> {
  const findSinceMs = createCurrentVersions(clock)

  /** @throws AppError `invalid_parameter` for a day that has not begun, `history_depth_exceeded`, `service_unavailable` */
  return async function answerRegionalDay({ query, contentType, principal }): Promise<Answer> {
    const now = clock.now()
    const day = findAskedDay(query.date, now)
    const isServed = await readFromStore(isWithinDepth(sql, day, principal, now))
    const stored = await readDay(sql, day, now)
    const body = buildRegionalDay(day, isServed ? stored : { ...stored, rows: [] }, now)
    const isTable = contentType === 'text/csv'
    const etag = createWeakTag(JSON.stringify([isTable, stored.mode, body]))
    return {
      ...(isTable ? { body: writeRegionalDayTable(body), contentType: 'text/csv; charset=utf-8' } : { body }),
      validators: { etag, 'last-modified': formatHttpDate(findSinceMs(`${day.date} ${isTable}`, etag)) },
      maxAgeSeconds: body.complete ? maxAges.complete : maxAges.other,
      mode: stored.mode,
    }
  }
}

/** @throws AppError `invalid_parameter` */
function findAskedDay(asked: Temporal.PlainDate | undefined, now: Temporal.Instant): ParisDay {
  const today = parisDate(now)
  const date = asked ?? today
  if (Temporal.PlainDate.compare(date, today) > 0) {
    throw createInvalidParameterError('date', date.toString(), acceptedDay)
  }
  return toParisDay(date)
}

/**
 * Whether the plan reaches the whole day. A day that no plan reaches is served empty.
 *
 * @throws AppError `history_depth_exceeded` when a deeper plan would serve figures of the day
 */
async function isWithinDepth(sql: Sql, { from, to }: ParisDay, principal: Principal, now: Temporal.Instant) {
  const floor = computeDepthFloor(now, principal.entitlements.historyDays)
  if (Temporal.Instant.compare(from, floor) >= 0) return true
  await findServedWindow({
    asked: { from, to },
    fromName: 'date',
    principal,
    now,
    seriesStart: null,
    hasPointBetween: (start, end) => hasRegionalRowBetween(sql, start, end),
  })
  return false
}
