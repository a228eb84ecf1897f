import { recordFromEntries } from '../../bounds/record-from-entries.ts'
import { computeKernelMean, computeKernelWeights, createKernelWindow, type HourTraits } from './analog-kernel.ts'
import { findSameHourBack, type ParisAxis, readValueAt } from './axis/paris-axis.ts'
import type { DeviationWeights } from './forecast-constants.ts'

/** Hours whose deviations are known: l−24 … l (after a day of 25 hours, b is l−24). */
const deviationHours = 25
const meanHours = 24
/** An hour this soon after the first known one has no deviation. */
const minPastHours = 24

/** The series that the kernel averages, one for each row, and the hours of it that may count. */
export type KernelSeries<Row extends string> = {
  axis: ParisAxis
  traits: HourTraits
  /** y of each row over the axis; NaN where unknown. */
  valuesByRow: Readonly<Record<Row, Float64Array>>
  /** First hour that a window may hold. */
  windowFirst: number
  /** First known hour. */
  first: number
  /** l: newest known hour. */
  newest: number
}

/** State that all target hours of one issue share. */
export type KernelPast<Row extends string> = KernelSeries<Row> & {
  /** e(h) of each row for h = l−24 … l. */
  deviationsByRow: Readonly<Record<Row, Float64Array>>
  /** mean(e(l−23 … l)) of each row. */
  dayMeanByRow: Readonly<Record<Row, number>>
}

/**
 * How far each row ran away from the rule in the last day: e(h) = y(h) − the rule at h as it was an hour before, with the 672 hours up to h−1 and their own
 * scales, and P, M and R at h as published. An hour that is unknown, or that has no past, deviates by 0.
 */
export function prepareKernelPast<Row extends string>(series: KernelSeries<Row>): KernelPast<Row> {
  const { traits, valuesByRow, windowFirst, first, newest } = series
  const rows = listRows(valuesByRow)
  const deviationsByRow = recordFromEntries(rows, () => new Float64Array(deviationHours))
  for (let index = 0; index < deviationHours; index += 1) {
    const hour = newest + 1 - deviationHours + index
    if (hour < first + minPastHours) continue
    const window = createKernelWindow(traits, windowFirst, hour - 1)
    const weights = computeKernelWeights(traits, window, hour)
    for (const row of rows) {
      const values = valuesByRow[row]
      const deviation = readValueAt(values, hour) - computeKernelMean(weights, values, window.from)
      deviationsByRow[row][index] = Number.isNaN(deviation) ? 0 : deviation
    }
  }
  const dayMeanByRow = recordFromEntries(rows, (row) => {
    const lastDay = deviationsByRow[row].subarray(deviationHours - meanHours)
    return lastDay.reduce((sum, deviation) => sum + deviation, 0) / meanHours
  })
  return { ...series, deviationsByRow, dayMeanByRow }
}

/** The target's kernel weights over the window that begins at `from`. */
export type TargetKernel = { weights: Float64Array; from: number }

/** Terms of the value of a row: y, and the deviations e(l), e(b) and mean(e(l−23 … l)), in the order of {@link DeviationWeights}. */
export type KernelTerms = { mean: number; deviations: readonly [newest: number, sameHour: number, dayMean: number] }

/** The terms of each row at a target hour; b is the newest known hour of the same Paris hour. */
export function computeKernelTerms<Row extends string>(
  { axis, newest, valuesByRow, deviationsByRow, dayMeanByRow }: KernelPast<Row>,
  { weights, from }: TargetKernel,
  hour: number,
): Record<Row, KernelTerms> {
  const sameHour = deviationHours - 1 - (newest - findNewestSameHour(axis, newest, hour))
  return recordFromEntries(listRows(valuesByRow), (row) => {
    const deviations = deviationsByRow[row]
    return {
      mean: computeKernelMean(weights, valuesByRow[row], from),
      deviations: [readValueAt(deviations, deviationHours - 1), deviations[sameHour] ?? 0, dayMeanByRow[row]],
    }
  })
}

/** y + c₁·e(l) + c₂·e(b) + c₃·mean(e(l−23 … l)). */
export function addDeviations({ mean, deviations }: KernelTerms, [c1, c2, c3]: DeviationWeights): number {
  return mean + c1 * deviations[0] + c2 * deviations[1] + c3 * deviations[2]
}

/** b = back(k, t) with the smallest k ≥ 1 for which it is not after l. */
function findNewestSameHour(axis: ParisAxis, newest: number, hour: number): number {
  let daysBack = 1
  let back = findSameHourBack(axis, daysBack, hour)
  while (back > newest) {
    daysBack += 1
    back = findSameHourBack(axis, daysBack, hour)
  }
  return back
}

/** `Object.keys` loses the type of the keys. */
const listRows = <Row extends string>(values: Readonly<Record<Row, unknown>>): Row[] => Object.keys(values) as Row[]
