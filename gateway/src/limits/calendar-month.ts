/** A calendar month, UTC, as the limiter counts it. */
export type CalendarMonth = {
  /** Months since year 0. */
  index: number
  /** First second, since the epoch. */
  startSeconds: number
  /** First second after it. */
  endSeconds: number
}

/** The month that an instant lies in, seconds since the epoch. */
export function monthAt(epochSeconds: number): CalendarMonth {
  const instant = Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1_000)
  const start = instant.toZonedDateTimeISO('UTC').with({ day: 1 }).startOfDay()
  return {
    index: start.year * 12 + start.month - 1,
    startSeconds: start.epochMilliseconds / 1_000,
    endSeconds: start.add({ months: 1 }).epochMilliseconds / 1_000,
  }
}

/** `YYYY-MM` of a month's index. */
export function monthName(index: number): string {
  return new Temporal.PlainYearMonth(Math.floor(index / 12), (index % 12) + 1).toString()
}
