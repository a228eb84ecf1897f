import * as v from 'valibot'
import { pickLater } from '../../time/instant.ts'
import { findLastParisTime, findNextParisTime, parisMidnight } from '../../time/paris.ts'
import { parsedText } from './parameter.ts'

/** How a time of day is read: as the next such time in Paris, or the last one. */
export type TimeReading = 'next' | 'last'

/** A time of day of a query. It names an instant only together with a clock. */
export type TimeOfDay = {
  timeOfDay: Temporal.PlainTime
  reading: TimeReading
  /** Parameter of the same query after whose instant it is read; null = from now on. */
  after: string | null
}

/** Value of an instant parameter before times of day are resolved. */
export type RequestedTime = Temporal.Instant | TimeOfDay

/** A remark about instants in an address; tools of language models drop it, because their arguments are JSON. */
export const plusInAddress = ' (in an address, a + is written %2B)'

/** The forms of an instant in words, for documentation. */
export const describeInstantForms = (reading: TimeReading): string =>
  `date and time with a zone${plusInAddress}, a date (its 00:00 in Paris), or a time of day such as 07:00 (the ${reading} such time in Paris)`

const dateTimeWithZone = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/
const bareDate = /^[1-9]\d{3}-\d\d-\d\d$/
const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** A `+` that was not escaped as %2B arrives as a space; before an offset it can only be a plus. */
const plusReadAsSpace = / (?=\d\d:\d\d$)/

/**
 * An instant: a date and time with a zone, a date (its 00:00 in Paris), or a time of day. A date and time without a zone is refused, because
 * which instant it means depends on the reader.
 *
 * @param after parameter after whose instant a time of day is read
 */
export function requestedTime(reading: TimeReading, after: string | null = null) {
  const find = (text: string): RequestedTime | null => parseTime(text.replace(plusReadAsSpace, '+'), reading, after)
  // The interface says `date-time`; the shorter forms are additions, which the descriptions name.
  return v.pipe(parsedText(find, describeAcceptedTime(reading)), v.metadata({ format: 'date-time' }))
}

function describeAcceptedTime(reading: TimeReading): string {
  return `a date and time with its zone in ISO 8601, such as 2025-01-15T12:00:00Z or 2025-01-15T13:00+01:00 (seconds may be left out), a date such as 2025-01-15 (its 00:00 in Paris), or a time of day such as 07:00 (the ${reading} such time in Paris)`
}

function parseTime(text: string, reading: TimeReading, after: string | null): RequestedTime | null {
  try {
    if (timeOfDay.test(text)) return { timeOfDay: Temporal.PlainTime.from(text), reading, after }
    if (dateTimeWithZone.test(text)) return Temporal.Instant.from(text)
    if (bareDate.test(text)) return parisMidnight(Temporal.PlainDate.from(text))
  } catch {
    // A text of the right shape that is no date, such as month 13.
  }
  return null
}

/** A query whose times of day are instants. */
export type Resolved<Query> = { [Name in keyof Query]: Exclude<Query[Name], TimeOfDay> }

/** Replaces each time of day of a query by the instant that it names now. */
export function resolveTimes<Query extends object>(query: Query, now: Temporal.Instant): Resolved<Query> {
  const resolved = Object.entries(query).map(([name, value]) => [
    name,
    isTimeOfDay(value) ? resolveTimeOfDay(value, query, now) : value,
  ])
  return Object.fromEntries(resolved) as Resolved<Query>
}

/** The times of day of a query. */
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
