import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { TimeWindow } from '../operator/query.ts'
import type { Span } from '../subjects/span-old.ts'

/** The window as epoch milliseconds. */
export function spanOf({ start, end }: TimeWindow): Span {
  return { fromEpochMs: start.epochMilliseconds, untilEpochMs: end.epochMilliseconds }
}

/** Midnight (Paris) with which a civil day begins. */
export function parisMidnight(date: Temporal.PlainDate): Temporal.Instant {
  return date.toZonedDateTime(parisTimeZone).toInstant()
}

/** An instant of a Paris day by the clock on the wall; in the hour that occurs twice, the first one. */
export function parisInstant(date: Temporal.PlainDate, time: Temporal.PlainTime): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: parisTimeZone, plainTime: time }).toInstant()
}
