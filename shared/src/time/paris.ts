/** The civil time zone of the French grid. Its days have 23, 24 or 25 hours: never count 86 400 s. */
export const parisTimeZone = 'Europe/Paris'

/** Midnight (Paris) that begins the civil day holding `instant`. */
export function parisDayStart(instant: Temporal.Instant): Temporal.Instant {
  return instant.toZonedDateTimeISO(parisTimeZone).startOfDay().toInstant()
}

/** The Paris midnight `days` civil days after (or before, when negative) the one that begins the day of `instant`. */
export function addParisDays(instant: Temporal.Instant, days: number): Temporal.Instant {
  return instant.toZonedDateTimeISO(parisTimeZone).startOfDay().add({ days }).startOfDay().toInstant()
}

/**
 * The first time at or after an instant at which clocks in Paris show a time of day. A time that March skips is an hour later that day; the hour
 * that October repeats counts once, the first time.
 */
export function nextParisTime(time: Temporal.PlainTime, at: Temporal.Instant): Temporal.Instant {
  const today = at.toZonedDateTimeISO(parisTimeZone).toPlainDate()
  const ofToday = parisTimeOn(today, time)
  return Temporal.Instant.compare(ofToday, at) >= 0 ? ofToday : parisTimeOn(today.add({ days: 1 }), time)
}

/** The last such time at or before an instant. */
export function lastParisTime(time: Temporal.PlainTime, at: Temporal.Instant): Temporal.Instant {
  const today = at.toZonedDateTimeISO(parisTimeZone).toPlainDate()
  const ofToday = parisTimeOn(today, time)
  return Temporal.Instant.compare(ofToday, at) <= 0 ? ofToday : parisTimeOn(today.subtract({ days: 1 }), time)
}

/** Temporal's `compatible` reading is the one of {@link nextParisTime}: forward out of a gap, the first of two. */
function parisTimeOn(date: Temporal.PlainDate, plainTime: Temporal.PlainTime): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: parisTimeZone, plainTime }).toInstant()
}

/** Calendar year in Paris. */
export function parisYear(instant: Temporal.Instant): number {
  return instant.toZonedDateTimeISO(parisTimeZone).year
}

/** Paris midnight that begins a calendar year. */
export function parisYearStart(year: number): Temporal.Instant {
  return Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(parisTimeZone).toInstant()
}

/** `YYYY-MM-DDThh:mm:ss±hh:mm` in Paris time with the offset of that very instant, as the operator writes times. */
export function formatParis(instant: Temporal.Instant): string {
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString({ timeZone: parisTimeZone })
}
