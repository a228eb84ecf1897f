/**
 * The data's clock, for everything about hours of the grid; limits, key expiry and TTLs use real time. An offset moves the whole system to
 * another instant (replay, demo, backtest), from where time keeps running.
 */
export type Clock = { now(): Temporal.Instant }

/** Makes a clock with an offset from real time, ms. */
export function createClock(offsetMs = 0): Clock {
  return { now: () => Temporal.Instant.fromEpochMilliseconds(Date.now() + offsetMs) }
}

/** The offset that makes a clock read `asOf` now, ms. */
export function computeOffsetMs(asOf: Temporal.Instant): number {
  return asOf.epochMilliseconds - Date.now()
}
