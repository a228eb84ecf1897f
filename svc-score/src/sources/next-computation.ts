import { lastMarkMs, markEveryMs } from '@hexawatt/shared/methodology/point-mark'
import { minuteMs } from '@hexawatt/shared/time/instant'

/** The live snapshots are computed anew so often. */
const computedEveryMs = minuteMs

/**
 * When the next score or forecast is expected, ms since the epoch: with the next ten minutes, and every clock hour begins with such ten
 * minutes. What was computed in the ten minutes before stands in only until the next computation.
 */
export function nextComputationMs(computedAtMs: number, nowMs: number): number {
  const markMs = lastMarkMs(nowMs)
  return computedAtMs < markMs ? computedAtMs + computedEveryMs : markMs + markEveryMs
}
