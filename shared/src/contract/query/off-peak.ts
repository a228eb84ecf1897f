import { type HourRange, parseHourRanges } from '../planning/hour-ranges.ts'

/** Maximum number of off-peak ranges of a contract. */
const maxOffPeakRanges = 2

/**
 * Parses off-peak ranges of a query: `22:00-06:00`, or two ranges separated by a comma.
 *
 * @returns null when the text has another form, a range is empty, or there are more than two ranges
 */
export function parseOffPeak(text: string): HourRange[] | null {
  const ranges = parseHourRanges(text)
  return ranges === null || ranges.length > maxOffPeakRanges ? null : ranges
}
