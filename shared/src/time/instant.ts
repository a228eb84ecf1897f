/** Milliseconds in one minute, for ages and schedules. */
export const minuteMs = 60_000
/** Milliseconds in a quarter-hour: the slot of plans, outlooks and auctioned prices. */
export const quarterHourMs = 15 * minuteMs
/** Milliseconds in one hour of elapsed time (a slot, never a civil day). */
export const hourMs = 60 * minuteMs

/** Start of the UTC hour that holds `instant`. */
export function hourStart(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'hour', roundingMode: 'floor' })
}

/** ISO 8601 in UTC with seconds and `Z`: the format of every timestamp of the product. */
export function isoSeconds(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second', roundingMode: 'trunc' })
}

/** As `isoSeconds`, of an instant in ms since the epoch: for browsers, many of which lack Temporal. */
export function formatIsoSecondsOfMs(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z`
}

/**
 * As `isoSeconds`, with the milliseconds, microseconds or nanoseconds that the instant has: for instants that a client chose, which are echoed
 * unchanged.
 */
export function formatIsoExact(instant: Temporal.Instant): string {
  const fractionNs = Number(instant.epochNanoseconds % 1_000_000_000n)
  if (fractionNs === 0) return isoSeconds(instant)
  const smallestUnit =
    fractionNs % 1_000_000 === 0 ? 'millisecond' : fractionNs % 1_000 === 0 ? 'microsecond' : 'nanosecond'
  return instant.toString({ smallestUnit })
}

/** The second that an instant lies in. */
export function floorToSecond(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'second', roundingMode: 'floor' })
}

/** The first whole second or hour that is not before an instant. */
export function ceilTo(smallestUnit: 'second' | 'hour', instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit, roundingMode: 'ceil' })
}

/** As `isoSeconds`; null for null. */
export function formatIsoSecondsOrNull(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : isoSeconds(instant)
}

/** The later of two instants. */
export const pickLater = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) >= 0 ? one : other

/** The earlier of two instants. */
export const pickEarlier = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) <= 0 ? one : other

/** Whole minutes from `from` to `to`, rounded down. */
export function countMinutesBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return Math.floor((to.epochMilliseconds - from.epochMilliseconds) / minuteMs)
}

/** Minutes between two ticks: a score, a forecast and a point of the history stand for the ten minutes from a tick on. */
export const tickEveryMinutes = 10
export const tickEveryMs = tickEveryMinutes * minuteMs

/** The newest tick (:00, :10, …) that is not after an instant, ms since the epoch. */
export function findLastTickMs(nowMs: number): number {
  return Math.floor(nowMs / tickEveryMs) * tickEveryMs
}
