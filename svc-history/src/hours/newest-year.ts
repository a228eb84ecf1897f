import type { HoursResponse } from '@hexawatt/shared/contract/hours'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { parisDate } from '@hexawatt/shared/time/paris'
import { readFromStore } from '../points/store-reading.ts'
import { buildHoursBody, toParisMonth } from './hours-body.ts'
import { readMonth } from './month-store.ts'

const monthsOfYear = 12
/** Months by which the year may end earlier, because the newest ones are not final yet. */
const mostSkipped = 2

/**
 * The newest 12 months that have ended, oldest first. A newest month that is not final is left out where one of the two before it is.
 *
 * @throws AppError `service_unavailable`
 */
export async function readNewestYear(sql: Sql, now: Temporal.Instant): Promise<HoursResponse[]> {
  const current = parisDate(now).toPlainYearMonth()
  const newest: HoursResponse[] = []
  // One after the other: a year must not take every connection of the pool.
  for (let age = 1; age <= monthsOfYear + mostSkipped; age += 1) {
    const month = toParisMonth(current.subtract({ months: age }))
    newest.push(buildHoursBody(month, await readFromStore(readMonth(sql, month.from, month.to)), now))
  }
  const skipped = newest.slice(0, mostSkipped + 1).findIndex(({ complete }) => complete)
  const first = Math.max(0, skipped)
  return newest.slice(first, first + monthsOfYear).reverse()
}
