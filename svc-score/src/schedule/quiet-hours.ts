import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import type { HourRange } from '@hexawatt/shared/contract/planning/hour-ranges'

const minutesPerDay = 1_440

/** Whether a quarter-hour lies in quiet hours, wholly or in part. @param minuteOfDay minute of the day in Paris at which it begins */
export function isInQuietHours(ranges: readonly HourRange[], minuteOfDay: number): boolean {
  return ranges.some(({ fromMinute, toMinute }) => {
    // Minutes from the beginning of the range to the quarter-hour, and of the range.
    const after = (minuteOfDay - fromMinute + minutesPerDay) % minutesPerDay
    const length = (toMinute - fromMinute + minutesPerDay) % minutesPerDay || minutesPerDay
    return after < length || after + slotMinutes > minutesPerDay
  })
}

/** Quiet hours as in a query: `22:00-07:00`. A whole day is `00:00-24:00`: `00:00-00:00` would be empty. */
export function writeQuietHours(ranges: readonly HourRange[]): string {
  return ranges
    .map(
      ({ fromMinute, toMinute }) =>
        `${writeTime(fromMinute)}-${writeTime(toMinute === fromMinute ? minutesPerDay : toMinute)}`,
    )
    .join(',')
}

function writeTime(minuteOfDay: number): string {
  return [Math.floor(minuteOfDay / 60), minuteOfDay % 60].map((value) => String(value).padStart(2, '0')).join(':')
}
