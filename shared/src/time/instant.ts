/** Milliseconds in one minute, for ages and schedules. */
export const minuteMs = 60_000
/** Milliseconds in one hour of elapsed time (a slot, never a civil day). */
export const hourMs = 60 * minuteMs

/** Start of the UTC hour that holds `instant`. */
export function hourStart(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'hour', roundingMode: 'floor' })
}

/** ISO 8601 in UTC with seconds precision and `Z`: how every timestamp of the product is written. */
export function isoSeconds(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second', roundingMode: 'trunc' })
}

/** As `isoSeconds`; null for null. */
export function isoSecondsOrNull(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : isoSeconds(instant)
}

/** Whole minutes from `from` to `to`, rounded down. */
export function minutesBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return Math.floor((to.epochMilliseconds - from.epochMilliseconds) / minuteMs)
}
