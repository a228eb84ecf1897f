import {
  defaultWindowHours,
  type Granularity,
  granularities,
  maxWindowDays,
  rawByDefaultDays,
} from '@hexawatt/shared/contract/score-history'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { invalidParameter, type QueryParameters } from '@hexawatt/shared/http/query-parameters'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'

/** The requested window, `from` inclusive, `to` exclusive, and the granularity in force. */
export type AskedWindow = { from: Temporal.Instant; to: Temporal.Instant; granularity: Granularity }

/** Windows are measured in elapsed time. */
const dayMs = 24 * hourMs

/**
 * The window of a query.
 *
 * @param now to the second: what `to` is when it is not given
 * @throws AppError `invalid_parameter`, then `invalid_range`, then `window_too_large`
 */
export function readWindow(query: QueryParameters, now: Temporal.Instant): AskedWindow {
  const granularity = readGranularity(query)
  const asked = { from: readInstant(query, 'from'), to: readInstant(query, 'to') }
  const to = asked.to ?? now
  const from = asked.from ?? to.subtract({ hours: defaultWindowHours })
  refuseRange(from, to, now)
  const lengthMs = to.epochMilliseconds - from.epochMilliseconds
  if (lengthMs > maxWindowDays * dayMs) throw tooLarge(from, to)
  return { from, to, granularity: granularity ?? (lengthMs <= rawByDefaultDays * dayMs ? 'raw' : 'hourly') }
}

function readGranularity({ values }: QueryParameters): Granularity | null {
  const received = values.get('granularity')
  if (received === undefined) return null
  const known = granularities.find((granularity) => granularity === received)
  if (known === undefined) throw invalidParameter('granularity', received, granularities.join(' or '))
  return known
}

function refuseRange(from: Temporal.Instant, to: Temporal.Instant, now: Temporal.Instant): void {
  const [start, end] = [isoSeconds(from), isoSeconds(to)]
  if (Temporal.Instant.compare(from, to) >= 0) {
    throw new AppError('invalid_range', { detail: `from (${start}) must be earlier than to (${end}).` })
  }
  if (Temporal.Instant.compare(from, now) > 0) {
    throw new AppError('invalid_range', {
      detail: `from (${start}) must not be in the future; it is now ${isoSeconds(now)}.`,
    })
  }
}

function tooLarge(from: Temporal.Instant, to: Temporal.Instant): AppError {
  return new AppError('window_too_large', {
    detail: `From ${isoSeconds(from)} to ${isoSeconds(to)} is longer than ${maxWindowDays} days (${maxWindowDays * 24} hours), the longest window of one request.`,
  })
}

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
function readInstant({ values }: QueryParameters, name: 'from' | 'to'): Temporal.Instant | null {
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
