import * as v from 'valibot'
import { pickLater } from '../../time/instant.ts'
import { findLastParisTime, findNextParisTime, parisMidnight } from '../../time/paris.ts'
import { parsedText } from './parameter.ts'

/** Whether a time of day means the next or the last such time in Paris. */
export type TimeReading = 'next' | 'last'

/** A time of day in a query. It becomes an instant only with a clock. */
export type TimeOfDay = {
  timeOfDay: Temporal.PlainTime
  reading: TimeReading
  /** Parameter of the same query after whose instant the time of day is searched; null = from now on. */
  after: string | null
}

/** Value of an instant parameter before its time of day is resolved. */
export type RequestedTime = Temporal.Instant | TimeOfDay

/** Remark about the plus sign in URLs. MCP tool descriptions omit it, because tool arguments are JSON. */
export const plusInUrl = ' (in a URL, write + as %2B)'

/** Description of the accepted forms of an instant, for documentation. */
export const describeInstantForms = (reading: TimeReading): string =>
  `date and time with a UTC offset${plusInUrl}, a date (00:00 in Paris), or a time of day such as 07:00 (the ${reading} 07:00 in Paris)`

const dateTimeWithZone = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/
const bareDate = /^[1-9]\d{3}-\d\d-\d\d$/
const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** A `+` that was not escaped as %2B arrives as a space; before an offset it can only be a plus. */
const plusReadAsSpace = / (?=\d\d:\d\d$)/

/**
 * An instant: a date and time with a UTC offset, a date (00:00 in Paris), or a time of day. A date and time without an offset is refused, because its
 * instant depends on the reader.
 *
 * @param after parameter after whose instant a time of day is searched
 */
export function requestedTime(reading: TimeReading, after: string | null = null) {
  const find = (text: string): RequestedTime | null => parseTime(text.replace(plusReadAsSpace, '+'), reading, after)
  // The published format is `date-time`; the descriptions name the additional shorter forms.
  return v.pipe(parsedText(find, describeAcceptedTime(reading)), v.metadata({ format: 'date-time' }))
}

function describeAcceptedTime(reading: TimeReading): string {
  return `an ISO 8601 date and time with a UTC offset, such as 2025-01-15T12:00:00Z or 2025-01-15T13:00+01:00 (seconds are optional), a date such as 2025-01-15 (00:00 in Paris), or a time of day such as 07:00 (the ${reading} 07:00 in Paris)`
}

function parseTime(text: string, reading: TimeReading, after: string | null): RequestedTime | null {
  try {
    if (timeOfDay.test(text)) return { timeOfDay: Temporal.PlainTime.from(text), reading, after }
    if (dateTimeWithZone.test(text)) return Temporal.Instant.from(text)
    if (bareDate.test(text)) return parisMidnight(Temporal.PlainDate.from(text))
  } catch {
    // The text has the right shape but is not a date, for example month 13.
  }
  return null
}

/** A query whose times of day have become instants. */
export type Resolved<Query> = { [Name in keyof Query]: Exclude<Query[Name], TimeOfDay> }

/** Replaces each time of day of a query by its instant, relative to now. */
export function resolveTimes<Query extends object>(query: Query, now: Temporal.Instant): Resolved<Query> {
  const resolved = Object.entries(query).map(([name, value]) => [
    name,
    isTimeOfDay(value) ? resolveTimeOfDay(value, query, now) : value,
  ])
  return Object.fromEntries(resolved) as Resolved<Query>
}

export function listTimesOfDay(query: object): Temporal.PlainTime[] {
  return Object.values(query).flatMap((value) => (isTimeOfDay(value) ? [value.timeOfDay] : []))
}

function resolveTimeOfDay(
  { timeOfDay, reading, after }: TimeOfDay,
  query: object,
  now: Temporal.Instant,
): Temporal.Instant {
  if (reading === 'last') return findLastParisTime(timeOfDay, now)
  if (after === null) return findNextParisTime(timeOfDay, now)
  const other = Object.entries(query).find(([name]) => name === after)?.[1]
  const start = isTimeOfDay(other) ? resolveTimeOfDay(other, query, now) : other
  const first = start instanceof Temporal.Instant ? pickLater(start, now) : now
  return findNextParisTime(timeOfDay, first.add({ nanoseconds: 1 }))
}

function isTimeOfDay(value: unknown): value is TimeOfDay {
  return typeof value === 'object' && value !== null && 'timeOfDay' in value
}
