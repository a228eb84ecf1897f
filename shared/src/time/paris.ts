/** The civil time zone of the French grid. Its days have 23, 24 or 25 hours: never count 86 400 s. */
export const parisTimeZone = 'Europe/Paris'

/** Calendar and clock time in Paris at an instant. */
export function toParisTime(instant: Temporal.Instant): Temporal.ZonedDateTime {
  return instant.toZonedDateTimeISO(parisTimeZone)
}

/** Calendar day in Paris. */
export function parisDate(instant: Temporal.Instant): Temporal.PlainDate {
  return toParisTime(instant).toPlainDate()
}

/** Calendar year in Paris. */
export function toParisYear(instant: Temporal.Instant): number {
  return toParisTime(instant).year
}

/** Midnight in Paris that begins a calendar day. */
export function parisMidnight(date: Temporal.PlainDate): Temporal.Instant {
  return date.toZonedDateTime(parisTimeZone).toInstant()
}

/** Midnight (Paris) that begins the civil day holding `instant`. */
export function parisDayStart(instant: Temporal.Instant): Temporal.Instant {
  return toParisTime(instant).startOfDay().toInstant()
}

/** The Paris midnight `days` civil days after (or before, when negative) the one that begins the day of `instant`. */
export function addParisDays(instant: Temporal.Instant, days: number): Temporal.Instant {
  return toParisTime(instant).startOfDay().add({ days }).startOfDay().toInstant()
}

/** Paris midnight that begins a calendar year. */
export function toParisYearStart(year: number): Temporal.Instant {
  return parisMidnight(Temporal.PlainDate.from({ year, month: 1, day: 1 }))
}

/**
 * The instant at which clocks in Paris show a time on a calendar day. A time that March skips is moved one hour later; of the hour that October
 * repeats, the first occurrence counts. Temporal calls this `compatible`.
 */
export function toParisInstant(date: Temporal.PlainDate, plainTime: Temporal.PlainTimeLike | string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: parisTimeZone, plainTime }).toInstant()
}

/** The first instant at or after another at which clocks in Paris show a time of day, as {@link toParisInstant} reads it. */
export function findNextParisTime(time: Temporal.PlainTime, at: Temporal.Instant): Temporal.Instant {
  const today = parisDate(at)
  const ofToday = toParisInstant(today, time)
  return Temporal.Instant.compare(ofToday, at) >= 0 ? ofToday : toParisInstant(today.add({ days: 1 }), time)
}

/** The last instant at or before another at which clocks in Paris show a time of day, as {@link toParisInstant} reads it. */
export function findLastParisTime(time: Temporal.PlainTime, at: Temporal.Instant): Temporal.Instant {
  const today = parisDate(at)
  const ofToday = toParisInstant(today, time)
  return Temporal.Instant.compare(ofToday, at) <= 0 ? ofToday : toParisInstant(today.subtract({ days: 1 }), time)
}

/** `YYYY-MM-DDThh:mm:ss±hh:mm` in Paris time with the offset of that very instant, as the operator writes times. */
export function formatParis(instant: Temporal.Instant): string {
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString({ timeZone: parisTimeZone })
}

/** Start of a day of the three-colour tariff in Paris; clock changes happen at other hours. */
export const tariffDayStart = '06:00'

/** The tariff day that holds an instant: until 06:00 in Paris it is the day before. */
export function toTariffDay(instant: Temporal.Instant): Temporal.PlainDate {
  const paris = toParisTime(instant)
  const isBeforeStart = Temporal.PlainTime.compare(paris.toPlainTime(), tariffDayStart) < 0
  return isBeforeStart ? paris.toPlainDate().subtract({ days: 1 }) : paris.toPlainDate()
}

/** Start of a tariff day; its end is the start of the next: 23, 24 or 25 hours later. */
export function toTariffDayStart(day: Temporal.PlainDate): Temporal.Instant {
  return toParisInstant(day, tariffDayStart)
}
