import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { TimeWindow } from '../../operator/query.ts'
import { parisInstant } from '../paris-instant.ts'

/** A year's capacities are published a week before it begins (Regulation (EU) 543/2013, article 14). */
const publicationDay = Temporal.PlainMonthDay.from('12-24')
const publicationTime = Temporal.PlainTime.from('12:00')

/** When the capacities of a year are published. */
export function capacitiesPublishedAt(year: number): Temporal.Instant {
  return parisInstant(publicationDay.toPlainDate({ year: year - 1 }), publicationTime)
}

/** The Paris civil years that a period touches and whose capacities are public, oldest first. */
export function publishedYears({ start, end }: TimeWindow, now: Temporal.Instant): number[] {
  const firstYear = start.toZonedDateTimeISO(parisTimeZone).year
  const lastYear = end.subtract({ nanoseconds: 1 }).toZonedDateTimeISO(parisTimeZone).year
  const years = Array.from({ length: Math.max(0, lastYear - firstYear + 1) }, (_, index) => firstYear + index)
  return years.filter((year) => Temporal.Instant.compare(capacitiesPublishedAt(year), now) <= 0)
}
