import type { Dimension } from '@hexawatt/shared/contract/dimensions'

/** Sums of sub-scores over some raw points, tenths. They are exact, and any weighting applies to them linearly. */
export type ScoreSums = { samples: number } & Record<Dimension, number>

/** Sums over some raw points of the served values: whole tenths of scores, whole hundredths of the rest. */
export type PointSums = ScoreSums & {
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

/** Sums of sub-scores over zero points. */
export const noScores: ScoreSums = { samples: 0, price: 0, carbon: 0, grid: 0, adequacy: 0 }

/** Sums over zero points. */
export const noPoints: PointSums = {
  ...noScores,
  optimalSamples: 0,
  carbonSamples: 0,
  carbonHundredths: 0,
  lowCarbonHundredths: 0,
  consumptionSamples: 0,
  consumptionHundredths: 0,
  deltaHundredths: 0,
}
