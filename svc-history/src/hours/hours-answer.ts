import type { getHours } from '@hexawatt/shared/contract/operations/get-hours'
import { acceptedMonth } from '@hexawatt/shared/contract/query/window-parameters'
import type { Answer } from '@hexawatt/shared/http/answer'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { Handler } from '@hexawatt/shared/http/mount'
import { createInvalidParameterError } from '@hexawatt/shared/http/parse-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { parisDate } from '@hexawatt/shared/time/paris'
import { createCurrentVersions } from '../points/current-versions.ts'
import { readFromStore } from '../points/store-reading.ts'
import { buildHoursBody, type ParisMonth, toParisMonth, writeHoursTable } from './hours-body.ts'
import { readMonth } from './month-store.ts'

export type HoursDeps = { sql: Sql; clock: Clock }

/** `max-age` of a final month and of any other, seconds: hours are published hourly, and corrections of a final month are rare. */
const maxAges = { final: 86_400, other: 300 } as const

/** Creates the answer to `GET /api/hours`: one month of the table that svc-ingest keeps. */
export function createHoursAnswer({ sql, clock }: HoursDeps): Handler<typeof getHours> {
  const findSinceMs = createCurrentVersions(clock)

  /** @throws AppError `invalid_parameter` for a month that has not begun, `service_unavailable` */
  return async function answerHours({ query, contentType }): Promise<Answer> {
    const now = clock.now()
    const month = findAskedMonth(query.month, now)
    const stored = await readFromStore(readMonth(sql, month.from, month.to))
    const body = buildHoursBody(month, stored, now)
    const isTable = contentType === 'text/csv'
    const etag = createWeakTag(JSON.stringify([isTable, stored.mode, body]))
    return {
      ...(isTable ? { body: writeHoursTable(body), contentType: 'text/csv; charset=utf-8' } : { body }),
      validators: { etag, 'last-modified': formatHttpDate(findSinceMs(`${month.month} ${isTable}`, etag)) },
      maxAgeSeconds: body.complete ? maxAges.final : maxAges.other,
      scope: 'public',
      mode: stored.mode,
    }
  }
}

/** @throws AppError `invalid_parameter` */
function findAskedMonth(asked: Temporal.PlainYearMonth | undefined, now: Temporal.Instant): ParisMonth {
  const current = parisDate(now).toPlainYearMonth()
  const month = asked ?? current
  if (Temporal.PlainYearMonth.compare(month, current) > 0) {
    throw createInvalidParameterError('month', month.toString(), acceptedMonth)
  }
  return toParisMonth(month)
}
