import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { PricedCurve } from '@hexawatt/shared/methodology/load-curve/statement/priced-curve'
import { rateIntensity } from './honeycomb.ts'

/** Half-hours of a day on the clock. */
export const halfHours = 48
const minutesOfHalfHour = 30
const decimals = 4

/** The mean day of a load curve, by half-hours and hours of the clock in Paris. */
export type DayProfile = {
  /** Mean consumption, kW; null where the file covers no such half-hour. */
  kw: (number | null)[]
  /** Carbon sub-score of the mean intensity of each hour of the period; null where it is known of none. */
  scores: (number | null)[]
}

/** Minutes of the file in each half-hour of the clock, and its energy. */
export function sumHalfHours({ axis, pieces }: PricedCurve): { minutes: Float64Array; kwh: Float64Array } {
  const [minutes, kwh] = [new Float64Array(halfHours), new Float64Array(halfHours)]
  for (let piece = 0; piece < pieces.count; piece += 1) {
    const startMinute = (axis.minuteOfDay[pieces.hour[piece] ?? 0] ?? 0) + (pieces.offsetMinutes[piece] ?? 0)
    const length = pieces.minutes[piece] ?? 0
    for (const { half, minutes: part } of splitAtHalfHours(startMinute, length)) {
      minutes[half] = (minutes[half] ?? 0) + part
      kwh[half] = (kwh[half] ?? 0) + ((pieces.energyKwh[piece] ?? 0) * part) / length
    }
  }
  return { minutes, kwh }
}

/** Parts of a step within one hour, by the half-hour of the day in which they lie. */
export function splitAtHalfHours(startMinute: number, minutes: number): { half: number; minutes: number }[] {
  const half = Math.floor(startMinute / minutesOfHalfHour)
  const first = Math.min(minutes, (half + 1) * minutesOfHalfHour - startMinute)
  return first < minutes
    ? [
        { half, minutes: first },
        { half: half + 1, minutes: minutes - first },
      ]
    : [{ half, minutes }]
}

/** Energy of a half-hour of the clock as a mean power, kW; null where the file covers no such half-hour. */
export const toMeanKw = (kwh: number, minutes: number): number | null =>
  minutes > 0 ? roundHalfAwayFromZero((kwh * 60) / minutes, decimals) : null

/** The mean day of a priced curve. */
export function computeDayProfile(priced: PricedCurve): DayProfile {
  const { axis } = priced
  const { minutes, kwh } = sumHalfHours(priced)
  const sums = Array.from({ length: halfHours / 2 }, () => ({ grams: 0, count: 0 }))
  for (let hour = 0; hour < axis.count; hour += 1) {
    const grams = axis.production[hour] ?? Number.NaN
    const sum = sums[Math.floor((axis.minuteOfDay[hour] ?? 0) / 60)]
    if (Number.isNaN(grams) || sum === undefined) continue
    sum.grams += grams
    sum.count += 1
  }
  return {
    kw: Array.from(kwh, (energy, half) => toMeanKw(energy, minutes[half] ?? 0)),
    scores: sums.map(({ grams, count }) => (count === 0 ? null : rateIntensity(grams / count))),
  }
}
