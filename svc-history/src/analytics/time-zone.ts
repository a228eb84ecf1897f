import { invalidParameter, type QueryParameters } from '@hexawatt/shared/http/query-parameters'
import { secondsOf } from '../points/utc-span.ts'

/** Zone of best and worst hours when none is asked for. */
const defaultTimeZone = 'UTC'

/** Names begin with a letter: `+02:00` is an offset, not a zone, and knows nothing of summer time. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/

/** A `+` that was not written as %2B arrives as a space: `Etc/GMT+5` is the only kind of name that has one. */
const plusReadAsSpace = / (?=\d{1,2}$)/

const accepted = 'the name of an IANA time zone, such as UTC or Europe/Paris'

/**
 * The zone that a query asks for, written as the zone database writes it.
 *
 * @throws AppError `invalid_parameter` for what is not the name of a zone, an offset included
 */
export function readTimeZone({ values }: QueryParameters): string {
  const received = values.get('timezone')
  if (received === undefined) return defaultTimeZone
  const name = received.replace(plusReadAsSpace, '+')
  const timeZone = zoneName.test(name) ? knownZone(name) : null
  if (timeZone === null) throw invalidParameter('timezone', received, accepted)
  return timeZone
}

/** Null for a name that the zone database does not have. */
function knownZone(name: string): string | null {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch {
    return null
  }
}

/** A stretch of time over which a zone keeps one offset from UTC. `from` inclusive, `end` exclusive. */
export type OffsetSpan = { from: Temporal.Instant; end: Temporal.Instant; offsetSeconds: number }

/** More changes of the clock than any zone has in the longest window: Morocco has four in a year. */
const maxSpans = 64

const hourSeconds = 3_600
const nanosecondsPerSecond = 1_000_000_000

/**
 * Cuts a window where a zone changes its clock: inside a span local time is UTC plus a constant, and days of 23 and 25 hours need no
 * further thought.
 */
export function offsetSpans(from: Temporal.Instant, end: Temporal.Instant, timeZone: string): OffsetSpan[] {
  const spans: OffsetSpan[] = []
  let start = from
  while (Temporal.Instant.compare(start, end) < 0 && spans.length < maxSpans) {
    const local = start.toZonedDateTimeISO(timeZone)
    const change = local.getTimeZoneTransition('next')?.toInstant() ?? end
    const spanEnd = Temporal.Instant.compare(change, end) < 0 ? change : end
    spans.push({ from: start, end: spanEnd, offsetSeconds: local.offsetNanoseconds / nanosecondsPerSecond })
    start = spanEnd
  }
  return spans
}

/** Whether every whole UTC hour lies in one hour of the local day: then sums of hours can be sorted by it. */
export function areWholeHours(spans: readonly OffsetSpan[]): boolean {
  return spans.every(({ from, offsetSeconds }, index) => {
    const beginsOnHour = index === 0 || secondsOf(from) % hourSeconds === 0
    return offsetSeconds % hourSeconds === 0 && beginsOnHour
  })
}

/** Hour of the local day, 0–23, at an offset from UTC. */
export function localHour(epochSeconds: number, offsetSeconds: number): number {
  const hours = Math.floor((epochSeconds + offsetSeconds) / hourSeconds)
  return ((hours % 24) + 24) % 24
}
