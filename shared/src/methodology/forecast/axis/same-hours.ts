import { findSameHourBack, type ParisAxis, readValueAt } from './paris-axis.ts'

/** Days that "the same hours before D" go back: j = 0 … 27. */
export const maxPastDays = 28

/** bⱼ: the same Paris hour j days before the newest such hour that is not after D. */
export type PastHour = { index: number; hour: number; day: number }

/** A past hour with its weight. */
export type WeightedHour = { hour: number; weight: number }

/** Paris days from day D to that of an hour; at least 1, as k₀ is. */
export function countDaysBetween({ dayOf }: ParisAxis, lastDay: number, hour: number): number {
  return Math.max((dayOf[hour] ?? 0) - lastDay, 1)
}

/**
 * The same hours before D: bⱼ = back(k₀ + j, t), k₀ = max(day(t) − D, 1). What is older than the axis is left out.
 *
 * @param count how many j
 */
export function listPastHours(
  axis: ParisAxis,
  hour: number,
  lastDay: number,
  count: number,
  weightOf: (past: PastHour) => number,
): WeightedHour[] {
  const nearest = countDaysBetween(axis, lastDay, hour)
  const past: WeightedHour[] = []
  for (let index = 0; index < count; index += 1) {
    const back = findSameHourBack(axis, nearest + index, hour)
    if (back < 0) break
    past.push({ hour: back, weight: weightOf({ index, hour: back, day: axis.dayOf[back] ?? 0 }) })
  }
  return past
}

/** Σ w·value / Σ w over the hours of which the value is known; NaN when there is none. */
export function computeWeightedMean(past: readonly WeightedHour[], values: Float64Array): number {
  let [sum, weights] = [0, 0]
  for (const { hour, weight } of past) {
    const value = readValueAt(values, hour)
    if (Number.isNaN(value)) continue
    sum += weight * value
    weights += weight
  }
  return sum / weights
}
