import { maxQuietRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import { toParisReadingMs } from '../../paris-time.ts'

const minuteMs = 60_000
const minutesPerDay = 1_440

/**
 * Whether a command that runs for a time lies in quiet hours by the clock in Paris, wholly or in part. Asked only where the API makes no plan.
 *
 * @param quiet ranges as of `--quiet`; undefined = none
 */
export function touchesQuietHours(quiet: string | undefined, startMs: number, durationMs: number): boolean {
  const ranges = quiet === undefined ? [] : (readGivenHours(quiet, maxQuietRanges)?.ranges ?? [])
  if (ranges.length === 0) return false
  for (let atMs = startMs; atMs < startMs + durationMs; atMs += minuteMs) {
    const minute = Math.floor(toParisReadingMs(atMs) / minuteMs) % minutesPerDay
    const isQuiet = ranges.some(({ fromMinute, toMinute }) =>
      fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute,
    )
    if (isQuiet) return true
  }
  return false
}
