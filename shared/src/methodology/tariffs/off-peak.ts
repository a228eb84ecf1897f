import { slotMinutes } from '../../contract/planning/choices.ts'
import type { HourRange } from '../../contract/planning/hour-ranges.ts'

const minutesPerDay = 1_440

/**
 * Share of a quarter-hour that is off-peak, 0 to 1: contracts change price at any minute, such as 22:38. Clock changes need no rule of their own,
 * because they fall on full hours: an hour that Paris has twice is off-peak twice, one that it skips is not there.
 *
 * @param minuteOfDay minute of the day in Paris at which the quarter-hour begins
 */
export function computeOffPeakShare(ranges: readonly HourRange[], minuteOfDay: number): number {
  let minutes = 0
  for (let minute = minuteOfDay; minute < minuteOfDay + slotMinutes; minute += 1) {
    if (ranges.some((range) => isWithin(range, minute % minutesPerDay))) minutes += 1
  }
  return minutes / slotMinutes
}

function isWithin({ fromMinute, toMinute }: HourRange, minute: number): boolean {
  return fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute
}
