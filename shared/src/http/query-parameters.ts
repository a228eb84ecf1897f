import { AppError, quoted } from '../errors/app-error.ts'

/** A parsed query; for a repeated parameter, its first value. */
export type QueryParameters = {
  values: ReadonlyMap<string, string>
  /** The first repeated name; null when none is. */
  repeated: string | null
}

/** The query of an address without its question mark, '' without one. Cheaper than building a URL. */
export function queryText(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/** Parses a query. Repeated parameters are not refused yet: missing rights of the plan are reported first. */
export function parseQuery(text: string): QueryParameters {
  const query: MutableQuery = { values: new Map(), repeated: null }
  // Without encoded characters, cutting the text suffices.
  if (/[%+]/.test(text)) for (const [name, value] of new URLSearchParams(text)) add(query, name, value)
  else addPlain(query, text)
  return query
}

type MutableQuery = { values: Map<string, string>; repeated: string | null }

function add(query: MutableQuery, name: string, value: string): void {
  if (query.values.has(name)) query.repeated ??= name
  else query.values.set(name, value)
}

function addPlain(query: MutableQuery, text: string): void {
  for (let start = 0; start < text.length; ) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand === -1 ? text.length : ampersand
    const equals = text.indexOf('=', start)
    const nameEnd = equals === -1 || equals > end ? end : equals
    if (end > start) add(query, text.slice(start, nameEnd), text.slice(nameEnd + 1, end))
    start = end + 1
  }
}

/**
 * Refuses a repeated parameter: one of its values would be ignored silently.
 *
 * @throws AppError `invalid_parameter`
 */
export function refuseRepeated({ values, repeated }: QueryParameters): void {
  if (repeated === null) return
  throw new AppError('invalid_parameter', {
    detail: `Query parameter ${quoted(repeated)} was received more than once (first ${quoted(values.get(repeated) ?? '')}); accepted is one value.`,
  })
}

/**
 * The refusal of one value.
 *
 * @param accepted the accepted values, in words
 */
export function invalidParameter(name: string, received: string, accepted: string): AppError {
  return new AppError('invalid_parameter', {
    detail: `Query parameter "${name}" (received ${quoted(received)}) is not valid; accepted is ${accepted}.`,
  })
}

/** Date and time with a zone; fractions of a second are accepted and dropped, because JavaScript clients send them. */
const dateTimeWithZone = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** A `+` that was not escaped as %2B arrives as a space; before an offset it can only be a plus. */
const plusReadAsSpace = / (?=\d\d:\d\d$)/

const acceptedInstant =
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
  if (instant === null) throw invalidParameter(name, received, acceptedInstant)
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
