import { parisMidnight } from '@hexawatt/shared/time/paris'
import type { TimeWindow } from '../../subjects/span.ts'

/** The window that holds exactly the days from `first` up to `until` (not included). */
export function daysWindow(first: Temporal.PlainDate, until: Temporal.PlainDate): TimeWindow {
  return { start: parisMidnight(first), end: parisMidnight(until) }
}

/** The season of a day, `2025-2026`: from 1 September to 31 August. */
export function seasonOfDay(date: Temporal.PlainDate): string {
  const firstYear = date.month >= 9 ? date.year : date.year - 1
  return `${firstYear}-${firstYear + 1}`
}

/** The days of a season; null for a text that names none. */
export function seasonWindow(season: string): TimeWindow | null {
  const [, first = '', second = ''] = /^(20\d{2})-(20\d{2})$/.exec(season) ?? []
  if (first === '' || Number(second) !== Number(first) + 1) return null
  return daysWindow(Temporal.PlainDate.from(`${first}-09-01`), Temporal.PlainDate.from(`${second}-09-01`))
}
