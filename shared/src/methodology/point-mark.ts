import { rawResolutionMinutes } from '../contract/score-history.ts'
import { minuteMs } from '../time/instant.ts'

/** Distance of two marks, ms: a score, a forecast and a point of the history stand for the ten minutes from a mark on. */
export const markEveryMs = rawResolutionMinutes * minuteMs

/** The newest mark (:00, :10, …) that is not after an instant, ms since the epoch. */
export function lastMarkMs(nowMs: number): number {
  return Math.floor(nowMs / markEveryMs) * markEveryMs
}
