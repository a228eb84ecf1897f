import { slotMinutes } from './choices.ts'

/** Hours of the day in Paris, minutes of the day. The range crosses midnight when `toMinute` is not after `fromMinute`. */
export type HourRange = { fromMinute: number; toMinute: number }

const minutesPerDay = 1_440
const rangePattern = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/**
 * Parses the ranges of a price table: `22:00-06:00`, several separated by a comma.
 *
 * @returns null when the text has another form, or a range is empty
 */
export function parseHourRanges(text: string): HourRange[] | null {
  const ranges = text.split(',').map(parseHourRange)
  return ranges.every((range) => range !== null) ? ranges : null
}

function parseHourRange(text: string): HourRange | null {
  const match = rangePattern.exec(text)
  if (match === null) return null
  const [, fromHour = '', fromMinute = '', toHour = '24', toMinute = '00'] = match
  const range = {
    fromMinute: Number(fromHour) * 60 + Number(fromMinute),
    toMinute: (Number(toHour) * 60 + Number(toMinute)) % minutesPerDay,
  }
  return range.fromMinute === range.toMinute ? null : range
}

/** Whether a quarter-hour lies in ranges, wholly or in part. @param minuteOfDay minute of the day in Paris at which it begins */
export function isInHourRanges(ranges: readonly HourRange[], minuteOfDay: number): boolean {
  return ranges.some(({ fromMinute, toMinute }) => {
    // Minutes from the beginning of the range to the quarter-hour, and of the range.
    const after = (minuteOfDay - fromMinute + minutesPerDay) % minutesPerDay
    const length = (toMinute - fromMinute + minutesPerDay) % minutesPerDay || minutesPerDay
    return after < length || after + slotMinutes > minutesPerDay
  })
}

/** Ranges as in a query: `22:00-07:00`. A whole day is `00:00-24:00`: `00:00-00:00` would be empty. */
export function writeHourRanges(ranges: readonly HourRange[]): string {
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
