import { hourMs } from '../../time/instant.ts'
import { findSameClockDaysBefore } from '../../time/paris-clock.ts'

/** How far back a realised value is looked for, days. */
export const maxDaysBack = 7

type ValueByHour = ReadonlyMap<number, number>

/** Flat persistence: the newest realised value of the hours that were known; null when a week holds none. */
export function findLastKnownValue(realised: ValueByHour, knownUntilMs: number): number | null {
  for (let hoursBack = 1; hoursBack <= maxDaysBack * 24; hoursBack += 1) {
    const value = realised.get(knownUntilMs - hoursBack * hourMs)
    if (value !== undefined) return value
  }
  return null
}

/** Starts of the same Paris hour of the seven days before, ms, the newest first. */
export function listSameHoursOfEarlierDays(startMs: number): number[] {
  return Array.from({ length: maxDaysBack }, (_, index) => findSameClockDaysBefore(startMs, index + 1))
}

/** Same hour as yesterday: the realised value of the same Paris hour on the newest day of which it was known; null when a week holds none. */
export function findSameHourValue(
  realised: ValueByHour,
  earlierMs: readonly number[],
  knownUntilMs: number,
): number | null {
  const newest = earlierMs.find((startMs) => startMs + hourMs <= knownUntilMs && realised.has(startMs))
  return newest === undefined ? null : (realised.get(newest) ?? null)
}
