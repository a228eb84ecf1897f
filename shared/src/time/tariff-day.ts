import { parisTimeZone } from './paris.ts'

/** Start of a tariff day in Paris; clock changes happen at other hours. */
export const tariffDayStart = Temporal.PlainTime.from('06:00')

/** The tariff day that holds an instant: until 06:00 in Paris it is the one of the day before. */
export function tariffDayAt(instant: Temporal.Instant): Temporal.PlainDate {
  const paris = instant.toZonedDateTimeISO(parisTimeZone)
  const isBeforeStart = Temporal.PlainTime.compare(paris.toPlainTime(), tariffDayStart) < 0
  return isBeforeStart ? paris.toPlainDate().subtract({ days: 1 }) : paris.toPlainDate()
}

/** Start of a tariff day; its end is the start of the next: 23, 24 or 25 hours later. */
export function tariffDayStartOf(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime({ timeZone: parisTimeZone, plainTime: tariffDayStart }).toInstant()
}
