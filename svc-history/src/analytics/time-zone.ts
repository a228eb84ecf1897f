import { invalidParameter, type QueryParameters } from '@hexawatt/shared/http/query-parameters'
import { secondsOf } from '../points/utc-span.ts'

/** Zone of best and worst hours when the query names none. */
const defaultTimeZone = 'UTC'

/** Names begin with a letter: `+02:00` is an offset, which has no summer time. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/

/** A `+` that was not escaped as %2B arrives as a space. Only names such as `Etc/GMT+5` have one. */
const plusReadAsSpace = / (?=\d{1,2}$)/

const accepted = 'the name of an IANA time zone, such as UTC or Europe/Paris'

/**
 * The zone of a query, spelled as in the zone database.
 *
 * @throws AppError `invalid_parameter` unless it is the name of a zone; an offset is none
 */
export function readTimeZone({ values }: QueryParameters): string {
  const received = values.get('timezone')
  if (received === undefined) return defaultTimeZone
  const name = received.replace(plusReadAsSpace, '+')
  const timeZone = zoneName.test(name) ? knownZone(name) : null
  if (timeZone === null) throw invalidParameter('timezone', received, accepted)
  return timeZone
}

/** null when the zone database does not have the name. */
function knownZone(name: string): string | null {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch {
    return null
  }
}

/** A stretch of time over which a zone keeps one offset from UTC. `from` inclusive, `end` exclusive. */
export type OffsetSpan = { from: Temporal.Instant; end: Temporal.Instant; offsetSeconds: number }

/** Above the clock changes of any zone in the longest window: Morocco has four a year. */
const maxSpans = 64

const hourSeconds = 3_600
const nanosecondsPerSecond = 1_000_000_000

/**
 * Cuts a window where a zone changes its clock. Inside a span local time is UTC plus a constant, so days of 23 and 25 hours need no
 * special case.
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

/** Whether every UTC hour lies within one local hour, so that hour sums can be grouped by local hour. */
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
