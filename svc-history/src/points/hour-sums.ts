import type { Dimension } from '@hexawatt/shared/contract/dimensions'
import { dimensions } from '@hexawatt/shared/contract/dimensions'
import type { Composition, CompositionSums } from '@hexawatt/shared/methodology/score/composition'

/** Sums over some raw points of the served values, whole hundredths; sub-scores are summed by composition, in {@link HourScores}. */
export type PointSums = {
  samples: number
  /** Points that are Optimal under the national weights. */
  optimalSamples: number
  carbonSamples: number
  carbonHundredths: number
  lowCarbonHundredths: number
  consumptionSamples: number
  consumptionHundredths: number
  deltaHundredths: number
}

/** Sums of the points of one UTC hour that were computed with one combination of versions. */
export type HourSums = PointSums & { hourStartSeconds: number; versionSet: string }

/** Sums of the sub-scores of the points of one UTC hour that are composed alike, tenths. They are exact, and any weighting applies to them linearly. */
export type HourScores = CompositionSums & { hourStartSeconds: number }

/** What is summed of hours, each list in the order of time. */
export type SummedHours = { sums: readonly HourSums[]; scores: readonly HourScores[] }

/** Sums over zero points. */
export const noPoints: PointSums = {
  samples: 0,
  optimalSamples: 0,
  carbonSamples: 0,
  carbonHundredths: 0,
  lowCarbonHundredths: 0,
  consumptionSamples: 0,
  consumptionHundredths: 0,
  deltaHundredths: 0,
}

/** Sums of sub-scores that grow, by composition. */
export type ScoreTotals = Map<Composition, { samples: number } & Record<Dimension, number>>

/** Adds to totals in place. */
export function addScores(totals: ScoreTotals, added: CompositionSums): void {
  const total = totals.getOrInsertComputed(added.composition, () => {
    return { samples: 0, price: 0, carbon: 0, grid: 0, adequacy: 0 }
  })
  total.samples += added.samples
  for (const dimension of dimensions) total[dimension] += added[dimension]
}

/** The totals as one list. */
export function listScores(totals: ScoreTotals): CompositionSums[] {
  return [...totals].map(([composition, sums]) => ({ composition, ...sums }))
}
