import { isoSeconds } from '@hexawatt/shared/time/instant'
import { addParisDays, formatParis, parisDayStart, parisMidnight, toParisTime } from '@hexawatt/shared/time/paris'

/** Half-open span `[start, end)` that is requested from an upstream. */
export type Window = { start: Temporal.Instant; end: Temporal.Instant }

/**
 * Format of a resource's bounds: Paris time with the offset of each bound; the Paris calendar years that the window touches, where
 * a slot is a year; Paris midnights in UTC (exchange schedules and unavailabilities reject anything else); or no window at all.
 */
export type WindowFormat = 'paris' | 'paris-years' | 'utc' | 'none'

/** Query members of a window, each bound with its own offset (a wrong offset silently loses a day). */
export function buildWindowQuery(window: Window, format: WindowFormat): Record<string, string> {
  if (format === 'none') return {}
  const write = format === 'utc' ? isoSeconds : formatParis
  const { start, end } = format === 'paris-years' ? widenToYears(window) : window
  return { start_date: write(start), end_date: write(end) }
}

/** The Paris calendar years that a window touches, from the first of January to a first of January. */
function widenToYears({ start, end }: Window): Window {
  const newYear = (instant: Temporal.Instant, yearsLater: number) =>
    toParisTime(instant).with({ month: 1, day: 1 }).add({ years: yearsLater }).startOfDay().toInstant()
  return { start: newYear(start, 0), end: newYear(end.subtract({ nanoseconds: 1 }), 1) }
}

/** Cuts a window at Paris midnights into pieces of at most `maxDays` civil days, oldest first. */
export function splitWindow(window: Window, maxDays: number): Window[] {
  const pieces: Window[] = []
  let start = window.start
  while (Temporal.Instant.compare(start, window.end) < 0) {
    const limit = addParisDays(start, maxDays)
    const end = Temporal.Instant.compare(limit, window.end) < 0 ? limit : window.end
    pieces.push({ start, end })
    start = end
  }
  return pieces
}

/** Cuts a window at the beginning of a day of the year (`MM-DD`) in Paris, oldest first. */
export function splitAtDay(window: Window, monthDay: string): Window[] {
  const { year: first } = toParisTime(window.start)
  const { year: last } = toParisTime(window.end)
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const cuts = years.map((year) => parisMidnight(Temporal.PlainMonthDay.from(monthDay).toPlainDate({ year })))
  const inside = cuts.filter(
    (cut) => Temporal.Instant.compare(cut, window.start) > 0 && Temporal.Instant.compare(cut, window.end) < 0,
  )
  const bounds = [window.start, ...inside, window.end]
  return bounds.slice(1).map((end, index) => ({ start: bounds[index] ?? window.start, end }))
}

/** Two halves cut at a Paris midnight; null when the window lies within one civil day and cannot be cut. */
export function halveWindow(window: Window): [Window, Window] | null {
  const days = widenToCivilDays(window)
  if (days < 2) return null
  const middle = addParisDays(window.start, Math.floor(days / 2))
  return [
    { start: window.start, end: middle },
    { start: middle, end: window.end },
  ]
}

/** Paris civil days that the window touches. */
function widenToCivilDays({ start, end }: Window): number {
  let days = 0
  for (let day = parisDayStart(start); Temporal.Instant.compare(day, end) < 0; day = addParisDays(day, 1)) days++
  return days
}
