import type { LoadCurve } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { findPeriod } from '@hexawatt/shared/methodology/load-curve/statement/curve-pieces'
import { toParisReadingMs } from '../../paris-time.ts'

/** The months in Paris that the period of a curve touches, `YYYY-MM`, ascending. */
export function listMonths(curve: LoadCurve): string[] {
  const { fromMs, toMs } = findPeriod(curve)
  const last = monthOf(toMs - 1)
  const months: string[] = []
  for (let month = monthOf(fromMs); month <= last; month += 1) months.push(formatMonth(month))
  return months
}

/** Months since the year 0. */
function monthOf(atMs: number): number {
  const shown = new Date(toParisReadingMs(atMs))
  return shown.getUTCFullYear() * 12 + shown.getUTCMonth()
}

const formatMonth = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
