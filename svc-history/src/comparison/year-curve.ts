import type { LoadCurve } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toParisDay, toParisHourOfDay } from '@hexawatt/shared/time/paris-clock'

const hoursPerDay = 24
/** 1970-01-01, the first civil day, was a Thursday; weeks begin on Monday. */
const weekdayOfFirstDay = 3

/**
 * A profile over a span: every hour takes the value of its hour of the day or of the week on the clock of Paris. The hour that October has twice
 * takes its value twice, the one that March skips does not occur.
 *
 * @param loadKwh 24 values from midnight, or 168 from midnight of Monday
 */
export function buildYearCurve(loadKwh: readonly number[], fromMs: number, toMs: number): LoadCurve {
  const count = (toMs - fromMs) / hourMs
  const startsMs = Float64Array.from({ length: count }, (_, hour) => fromMs + hour * hourMs)
  const isWeek = loadKwh.length > hoursPerDay
  return {
    // The curve is no file; this kind has no rules of its own.
    kind: 'supplier',
    startsMs,
    minutes: new Uint16Array(count).fill(60),
    energyKwh: startsMs.map((startMs) => {
      const weekday = isWeek ? (toParisDay(startMs) + weekdayOfFirstDay) % 7 : 0
      return loadKwh[weekday * hoursPerDay + toParisHourOfDay(startMs)] ?? 0
    }),
    fromMs,
    toMs,
    injectedKwh: null,
    remarks: [],
  }
}
