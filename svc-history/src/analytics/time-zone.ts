import { toSeconds } from '../points/utc-span.ts'

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
export function splitAtOffsetChanges(from: Temporal.Instant, end: Temporal.Instant, timeZone: string): OffsetSpan[] {
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
    const beginsOnHour = index === 0 || toSeconds(from) % hourSeconds === 0
    return offsetSeconds % hourSeconds === 0 && beginsOnHour
  })
}

/** Hour of the local day, 0–23, at an offset from UTC. */
export function toLocalHour(epochSeconds: number, offsetSeconds: number): number {
  const hours = Math.floor((epochSeconds + offsetSeconds) / hourSeconds)
  return ((hours % 24) + 24) % 24
}
