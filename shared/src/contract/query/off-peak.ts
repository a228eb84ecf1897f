/** Off-peak hours in Paris time, minutes of the day. The range crosses midnight when `toMinute` is not after `fromMinute`. */
export type OffPeakRange = { fromMinute: number; toMinute: number }

/** Maximum number of off-peak ranges of a contract. */
const maxOffPeakRanges = 2

const minutesPerDay = 1_440
const rangePattern = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/**
 * Parses off-peak ranges of a query: `22:00-06:00`, or two ranges separated by a comma.
 *
 * @returns null when the text has another form, a range is empty, or there are more than two ranges
 */
export function parseOffPeak(text: string): OffPeakRange[] | null {
  const ranges: OffPeakRange[] = []
  for (const part of text.split(',')) {
    const match = rangePattern.exec(part)
    if (match === null) return null
    const [, fromHour = '', fromMinute = '', toHour = '24', toMinute = '00'] = match
    const range = {
      fromMinute: Number(fromHour) * 60 + Number(fromMinute),
      toMinute: (Number(toHour) * 60 + Number(toMinute)) % minutesPerDay,
    }
    if (range.fromMinute === range.toMinute) return null
    ranges.push(range)
  }
  return ranges.length > maxOffPeakRanges ? null : ranges
}
