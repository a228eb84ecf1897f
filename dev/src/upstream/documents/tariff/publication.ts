import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { parisInstant } from '../paris-instant.ts'

/** Paris hour of the day before at which a colour is written (`updated_date`), and from which it is served. */
const writtenTime = Temporal.PlainTime.from('10:20')
const servedTime = Temporal.PlainTime.from('10:40')

/** How many days after today have a public colour: tomorrow from 10:40 Paris on, none before. */
export function publicDaysAhead(now: Temporal.Instant): number {
  const time = now.toZonedDateTimeISO(parisTimeZone).toPlainTime()
  return Temporal.PlainTime.compare(time, servedTime) >= 0 ? 1 : 0
}

/** The last day whose colour is public. */
export function lastPublicDay(now: Temporal.Instant): Temporal.PlainDate {
  return now
    .toZonedDateTimeISO(parisTimeZone)
    .toPlainDate()
    .add({ days: publicDaysAhead(now) })
}

/** When a day's colour was written: the day before at 10:20. */
export function writtenAt(date: Temporal.PlainDate): Temporal.Instant {
  return parisInstant(date.subtract({ days: 1 }), writtenTime)
}
