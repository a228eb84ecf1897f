import { minuteMs } from '../time/instant.ts'

/** What was computed longer ago than this is answered as degraded: it is computed anew every minute. */
const degradedAgeMs = 15 * minuteMs

/** Clocks of two machines may differ by so much, ms. */
const clockToleranceMs = 5_000

/** A snapshot and the instant at which it was computed, ms since the epoch. */
export type Dated<Body> = { body: Body; computedAtMs: number }

/**
 * Dates a snapshot, so that no answer has to read the instant again.
 *
 * @param computedAt ISO 8601
 */
export function dated<Body>(body: Body, computedAt: string): Dated<Body> {
  return { body, computedAtMs: Temporal.Instant.from(computedAt).epochMilliseconds }
}

/** Whether it comes from the data's future: the database was last used at a later instant of a replay. */
export function isFromFuture({ computedAtMs }: Dated<unknown>, nowMs: number): boolean {
  return computedAtMs - nowMs > clockToleranceMs
}

/** Whether the calculation has not been renewed for a while. */
export function isOverdue({ computedAtMs }: Dated<unknown>, nowMs: number): boolean {
  return nowMs - computedAtMs > degradedAgeMs
}
