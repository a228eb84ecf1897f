import { addParisDays, parisDayStart, parisTimeZone } from '@hexawatt/shared/time/paris'
import type { Span } from './span-old.ts'

/** Most civil days that are looked at at once: longer than any period that may be asked. */
const maxDays = 400

/** A Paris civil day of 23, 24 or 25 hours. */
export type ParisDay = { date: Temporal.PlainDate; startEpochMs: number; endEpochMs: number }

/** The Paris day that holds an instant. */
export function parisDayOf(epochMs: number): ParisDay {
  const start = parisDayStart(Temporal.Instant.fromEpochMilliseconds(epochMs))
  return {
    date: start.toZonedDateTimeISO(parisTimeZone).toPlainDate(),
    startEpochMs: start.epochMilliseconds,
    endEpochMs: addParisDays(start, 1).epochMilliseconds,
  }
}

/**
 * The Paris days that a span touches, oldest first.
 *
 * @throws RangeError above the maximum number of days
 */
export function parisDaysOf({ fromEpochMs, untilEpochMs }: Span): ParisDay[] {
  const days: ParisDay[] = []
  for (let next = fromEpochMs; next < untilEpochMs; ) {
    if (days.length === maxDays) throw new RangeError(`A span of more than ${maxDays} days is not answered.`)
    const day = parisDayOf(next)
    days.push(day)
    next = day.endEpochMs
  }
  return days
}

/** Epoch milliseconds of a time on the wall, `daysBefore` civil days before a date. */
export function parisTimeMs(date: Temporal.PlainDate, daysBefore: number, plainTime: Temporal.PlainTime): number {
  return date.subtract({ days: daysBefore }).toZonedDateTime({ timeZone: parisTimeZone, plainTime }).epochMilliseconds
}
