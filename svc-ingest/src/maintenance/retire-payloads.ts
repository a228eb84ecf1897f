import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { type RetiredMonth, readPayloadMonths, retireMonth } from './payload-month-store.ts'
import { forgetQuarantined } from './quarantine-retention-store.ts'

export type RetentionDeps = {
  sql: Sql
  clock: Clock
  /** Whole months that every payload is kept at least. */
  rawRetentionMonths: number
}

export type Retired = { months: RetiredMonth[]; forgottenQuarantined: number }

/** Months that one run retires at most: the daily job catches up. */
const maxMonthsPerRun = 3

/**
 * Retires the months of payloads that lie whole before the retention: what a stored value came from outlives it, the rest goes
 * with its partition. Refused values of the same age are forgotten first, so that they hold no payload.
 */
export async function retirePayloads({ sql, clock, rawRetentionMonths }: RetentionDeps): Promise<Retired> {
  const current = clock.now().toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth()
  const firstKept = current.subtract({ months: rawRetentionMonths })
  const before = Temporal.Instant.from(`${firstKept.toString()}-01T00:00:00Z`)
  const forgottenQuarantined = await forgetQuarantined(sql, before)
  const old = (await readPayloadMonths(sql)).filter((month) => Temporal.PlainYearMonth.compare(month, firstKept) < 0)
  const months: RetiredMonth[] = []
  for (const month of old.slice(0, maxMonthsPerRun)) months.push(await retireMonth(sql, month))
  return { months, forgottenQuarantined }
}
