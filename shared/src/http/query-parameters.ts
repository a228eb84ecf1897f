import { AppError, quoted } from '../errors/app-error.ts'
import { later } from '../time/instant.ts'
import { lastParisTime, nextParisTime, parisMidnight } from '../time/paris.ts'

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

/** How a time of day is read: the next such time in Paris from an instant on, or the last one up to it. */
type TimeReading = { towards: 'next' | 'last'; at: Temporal.Instant }

const dateTimeWithZone = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/
const bareDate = /^[1-9]\d{3}-\d\d-\d\d$/
const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** A `+` that was not escaped as %2B arrives as a space; before an offset it can only be a plus. */
const plusReadAsSpace = / (?=\d\d:\d\d$)/

/**
 * The instant that a parameter names, with its fraction of a second; null when it is not given. It is a date and time with a zone, a date (its 00:00
 * in Paris), or a time of day (see `readingOf`).
 *
 * @throws AppError `invalid_parameter`, also for a date and time without a zone: which instant it means depends on the reader
 */
export function readInstant({ values }: QueryParameters, name: string, now: Temporal.Instant): Temporal.Instant | null {
  const received = values.get(name)
  if (received === undefined) return null
  const reading = readingOf(name, values, now)
  const instant = parseInstant(received, reading)
  if (instant === null) throw invalidParameter(name, received, acceptedInstant(reading))
  return instant
}

/** The instant that a parameter of a query names; null for a text that names none. */
export function instantOf(
  name: string,
  text: string,
  values: ReadonlyMap<string, string>,
  now: Temporal.Instant,
): Temporal.Instant | null {
  return parseInstant(text, readingOf(name, values, now))
}

/** A time of day in `earliest` is the next such time, in `latest` the first one after `earliest`; in other parameters, which bound the past, the last one. */
function readingOf(name: string, values: ReadonlyMap<string, string>, now: Temporal.Instant): TimeReading {
  if (name === 'earliest') return { towards: 'next', at: now }
  if (name !== 'latest') return { towards: 'last', at: now }
  const earliest = parseInstant(values.get('earliest') ?? '', { towards: 'next', at: now })
  return { towards: 'next', at: later(earliest ?? now, now).add({ nanoseconds: 1 }) }
}

function parseInstant(received: string, { towards, at }: TimeReading): Temporal.Instant | null {
  const text = received.replace(plusReadAsSpace, '+')
  if (timeOfDay.test(text)) {
    return (towards === 'next' ? nextParisTime : lastParisTime)(Temporal.PlainTime.from(text), at)
  }
  try {
    if (dateTimeWithZone.test(text)) return Temporal.Instant.from(text)
    if (bareDate.test(text)) return parisMidnight(Temporal.PlainDate.from(text))
  } catch {
    // A text of the right shape that is no date, such as month 13.
  }
  return null
}

function acceptedInstant({ towards }: TimeReading): string {
  return `a date and time with its zone in ISO 8601, such as 2025-01-15T12:00:00Z or 2025-01-15T13:00+01:00 (seconds may be left out), a date such as 2025-01-15 (its 00:00 in Paris), or a time of day such as 07:00 (the ${towards} such time in Paris)`
}
