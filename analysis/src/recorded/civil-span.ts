import { parisTimeZone } from '@hexawatt/shared/time/paris'

/** From the first instant to the one after the last, ms since the epoch. */
export type SpanMs = { fromMs: number; toMs: number }

/** The Paris civil days `from` … `to`, both included: 23, 24 or 25 hours each. */
export function spanOfDays(from: Temporal.PlainDate, to: Temporal.PlainDate): SpanMs {
  return { fromMs: dayStartMs(from), toMs: dayStartMs(to.add({ days: 1 })) }
}

function dayStartMs(date: Temporal.PlainDate): number {
  return date.toZonedDateTime({ timeZone: parisTimeZone }).epochMilliseconds
}
