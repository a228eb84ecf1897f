import { isoSeconds } from '@hexawatt/shared/time/instant'
import { addParisDays, formatParis, parisDayStart } from '@hexawatt/shared/time/paris'

/** Half-open span `[start, end)` that is asked of an upstream. */
export type Window = { start: Temporal.Instant; end: Temporal.Instant }

/**
 * How a resource wants its bounds: Paris time with the offset of each bound; the same Paris midnights written in UTC
 * (exchange schedules refuse anything else); or no window at all.
 */
export type WindowFormat = 'paris' | 'utc' | 'none'

/** Query members of a window, each bound with its own offset (a wrong offset silently loses a day). */
export function windowQuery(window: Window, format: WindowFormat): Record<string, string> {
  if (format === 'none') return {}
  const write = format === 'paris' ? formatParis : isoSeconds
  return { start_date: write(window.start), end_date: write(window.end) }
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

/** Two halves cut at a Paris midnight; null when the window lies within one civil day and cannot be cut. */
export function halveWindow(window: Window): [Window, Window] | null {
  const days = civilDays(window)
  if (days < 2) return null
  const middle = addParisDays(window.start, Math.floor(days / 2))
  return [
    { start: window.start, end: middle },
    { start: middle, end: window.end },
  ]
}

/** Paris civil days that the window touches. */
function civilDays({ start, end }: Window): number {
  let days = 0
  for (let day = parisDayStart(start); Temporal.Instant.compare(day, end) < 0; day = addParisDays(day, 1)) days++
  return days
}
