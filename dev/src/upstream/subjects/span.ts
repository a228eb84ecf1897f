import { addParisDays, parisDate, parisDayStart } from '@hexawatt/shared/time/paris'

/** Half-open span of time `[from, until)`, epoch milliseconds. */
export type Span = { fromEpochMs: number; untilEpochMs: number }

/** The requested period of a call, end exclusive. */
export type TimeWindow = { start: Temporal.Instant; end: Temporal.Instant }

export function toSpan({ start, end }: TimeWindow): Span {
  return { fromEpochMs: start.epochMilliseconds, untilEpochMs: end.epochMilliseconds }
}

export function isInSpan(span: Span, epochMs: number): boolean {
  return epochMs >= span.fromEpochMs && epochMs < span.untilEpochMs
}

export function doSpansMeet(a: Span, b: Span): boolean {
  return a.fromEpochMs < b.untilEpochMs && b.fromEpochMs < a.untilEpochMs
}

/** Most civil days of one span: more than any period that a call may request. */
const maxDays = 400

/** A Paris civil day of 23, 24 or 25 hours. */
export type ParisDay = { date: Temporal.PlainDate; startEpochMs: number; endEpochMs: number }

/** The Paris day that holds an instant. */
export function toParisCivilDay(epochMs: number): ParisDay {
  const start = parisDayStart(Temporal.Instant.fromEpochMilliseconds(epochMs))
  return {
    date: parisDate(start),
    startEpochMs: start.epochMilliseconds,
    endEpochMs: addParisDays(start, 1).epochMilliseconds,
  }
}

/**
 * The Paris days that a span touches, oldest first.
 *
 * @throws RangeError above the maximum number of days
 */
export function listParisDays({ fromEpochMs, untilEpochMs }: Span): ParisDay[] {
  const days: ParisDay[] = []
  for (let next = fromEpochMs; next < untilEpochMs; ) {
    if (days.length === maxDays) throw new RangeError(`A span of more than ${maxDays} days is not supported.`)
    const day = toParisCivilDay(next)
    days.push(day)
    next = day.endEpochMs
  }
  return days
}
