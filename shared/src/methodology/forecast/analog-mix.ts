import { recordFromEntries } from '../../bounds/record-from-entries.ts'
import { computeKernelMean, computeKernelWeights, createKernelWindow, type HourTraits } from './analog-kernel.ts'
import type { FilledGeneration } from './axis/filled-past.ts'
import { findSameHourBack, type ParisAxis, readValueAt } from './axis/paris-axis.ts'
import {
  type AnalogType,
  analogTypes,
  deviationLastLeads,
  type ForecastConstants,
  findLeadBucket,
} from './forecast-constants.ts'

/** The largest logarithm that is read back: 18 GW. */
const maxLog = 9.8
/** Hours whose deviations are known: l−24 … l (after a day of 25 hours, b is l−24). */
const deviationHours = 25
const meanHours = 24
/** An hour this soon after the first one has no deviation. */
const minPastHours = 24

/** State that all target hours of one issue share. */
export type AnalogPast = {
  axis: ParisAxis
  traits: HourTraits
  generation: FilledGeneration
  /** y of each type over the axis: MW, or ln(MW + offset). */
  valuesByType: Readonly<Record<AnalogType, Float64Array>>
  /** e(h) of each type for h = l−24 … l. */
  deviationsByType: Readonly<Record<AnalogType, Float64Array>>
  /** mean(e(l−23 … l)) of each type. */
  dayMeanByType: Readonly<Record<AnalogType, number>>
}

/** Transforms the generation and computes its deviations. */
export function prepareAnalogPast(axis: ParisAxis, traits: HourTraits, generation: FilledGeneration): AnalogPast {
  const valuesByType = mapAnalogTypes((type, offsetMw) => {
    const powerMw = generation.mwByType[type] ?? new Float64Array(axis.length)
    return offsetMw === null ? powerMw : powerMw.map((mw) => Math.log(mw + offsetMw))
  })
  const deviationsByType = mapAnalogTypes(() => new Float64Array(deviationHours))
  const { first, newest } = generation
  for (let index = 0; index < deviationHours; index += 1) {
    const hour = newest + 1 - deviationHours + index
    if (hour < first + minPastHours) continue
    // The rule as it was an hour before: the 672 hours up to h−1, their own scales; at h itself P, M and R as published.
    const window = createKernelWindow(traits, first, hour - 1)
    const weights = computeKernelWeights(traits, window, hour)
    for (const { type } of analogTypes) {
      const values = valuesByType[type]
      const deviation = readValueAt(values, hour) - computeKernelMean(weights, values, window.from)
      deviationsByType[type][index] = Number.isNaN(deviation) ? 0 : deviation
    }
  }
  const dayMeanByType = mapAnalogTypes((type) => {
    const lastDay = deviationsByType[type].subarray(deviationHours - meanHours)
    return lastDay.reduce((sum, deviation) => sum + deviation, 0) / meanHours
  })
  return { axis, traits, generation, valuesByType, deviationsByType, dayMeanByType }
}

/** The target's kernel weights over the window that begins at `from`. */
export type TargetKernel = { weights: Float64Array; from: number }

/** Terms of the value of a type: y, and the deviations e(l), e(b) and mean(e(l−23 … l)), in the order of {@link DeviationWeights}. */
export type MixTerms = { mean: number; deviations: readonly [newest: number, sameHour: number, dayMean: number] }

/** The terms of the mix, in MW or ln(MW + offset); b is the newest known hour of the same Paris hour (docs/methodology/forecast.md#analog-mix). */
export function computeMixTerms(
  { axis, generation: { newest }, valuesByType, deviationsByType, dayMeanByType }: AnalogPast,
  { weights, from }: TargetKernel,
  hour: number,
): Record<AnalogType, MixTerms> {
  const sameHour = deviationHours - 1 - (newest - findNewestSameHour(axis, newest, hour))
  return mapAnalogTypes((type) => {
    const deviations = deviationsByType[type]
    return {
      mean: computeKernelMean(weights, valuesByType[type], from),
      deviations: [readValueAt(deviations, deviationHours - 1), deviations[sameHour] ?? 0, dayMeanByType[type]],
    }
  })
}

/**
 * Served generation of the analog types, MW: y + c₁·e(l) + c₂·e(b) + c₃·mean(e(l−23 … l)), back from logarithms, never below 0
 * (docs/methodology/forecast.md#analog-mix).
 */
export function computeServedMw(
  past: AnalogPast,
  kernel: TargetKernel,
  hour: number,
  lead: number,
  deviationWeights: ForecastConstants['deviationWeights'],
): Record<AnalogType, number> {
  const bucket = findLeadBucket(deviationLastLeads, lead)
  const terms = computeMixTerms(past, kernel, hour)
  return mapAnalogTypes((type, offsetMw) => {
    const { mean, deviations } = terms[type]
    const rows = deviationWeights[type]
    const [ofNewest, ofSameHour, ofDay] = rows[bucket] ?? rows.at(-1) ?? [0, 0, 0]
    const value = mean + ofNewest * deviations[0] + ofSameHour * deviations[1] + ofDay * deviations[2]
    return Math.max(0, offsetMw === null ? value : Math.exp(Math.min(value, maxLog)) - offsetMw)
  })
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

function mapAnalogTypes<Value>(
  make: (type: AnalogType, logOffsetMw: number | null) => Value,
): Record<AnalogType, Value> {
  return recordFromEntries(
    analogTypes.map(({ type }) => type),
    (type, index) => make(type, analogTypes[index]?.logOffsetMw ?? null),
  )
}
