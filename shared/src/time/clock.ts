/**
 * The data's clock. Everything that asks "what hour of the grid is it" asks this; limits, key expiry and TTLs use real
 * time. An offset moves the whole system to another instant (replay, demo, backtest) from where time keeps running.
 */
export type Clock = { now(): Temporal.Instant }

/** Makes a clock that runs `offsetMs` milliseconds away from real time (0 = real time). */
export function createClock(offsetMs = 0): Clock {
  return { now: () => Temporal.Instant.fromEpochMilliseconds(Date.now() + offsetMs) }
}

/** The offset, in milliseconds, that makes a clock read `asOf` at this moment. */
export function offsetMsFor(asOf: Temporal.Instant): number {
  return asOf.epochMilliseconds - Date.now()
}
