import { invalidParameter, type QueryParameters } from './query-parameters.ts'

/** Date and time with a zone; fractions of a second are accepted and dropped, because JavaScript clients send them. */
const dateTimeWithZone = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** A `+` that was not escaped as %2B arrives as a space; before an offset it can only be a plus. */
const plusReadAsSpace = / (?=\d\d:\d\d$)/

const accepted =
  'a date and time with its zone in ISO 8601, such as 2025-01-15T12:00:00Z or 2025-01-15T13:00%2B01:00 (seconds may be left out)'

/**
 * The instant that a parameter names, to the second; null when it is not given.
 *
 * @throws AppError `invalid_parameter`, also for a date without time or without zone: which day it means depends on the reader
 */
export function readInstant({ values }: QueryParameters, name: string): Temporal.Instant | null {
  const received = values.get(name)
  if (received === undefined) return null
  const text = received.replace(plusReadAsSpace, '+')
  const instant = dateTimeWithZone.test(text) ? instantOrNull(text) : null
  if (instant === null) throw invalidParameter(name, received, accepted)
  return wholeSecond(instant)
}

/** The instant without fractions of a second. */
export function wholeSecond(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' })
}

/** null for a text of the right shape that is no date, such as month 13. */
function instantOrNull(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return null
  }
}
