import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'

/** Sums of sub-scores over some raw points, tenths: exact, and linear in any weights. */
export type ScoreSums = { samples: number } & Record<Dimension, number>

/** Sums over some raw points, of the values as they are served: whole tenths of scores, whole hundredths of the rest. */
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

/** Sums of sub-scores over no point. */
export const noScores: ScoreSums = { samples: 0, price: 0, carbon: 0, grid: 0, adequacy: 0 }

/** Sums over no point. */
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

/** Adds to a total in place: a year has thousands of hours, and a new object for each would cost more than the sum. */
export function addScores(total: ScoreSums, added: ScoreSums): void {
  total.samples += added.samples
  for (const dimension of dimensions) total[dimension] += added[dimension]
}

/** Adds to a total in place. */
export function addPoints(total: PointSums, added: PointSums): void {
  addScores(total, added)
  total.optimalSamples += added.optimalSamples
  total.carbonSamples += added.carbonSamples
  total.carbonHundredths += added.carbonHundredths
  total.lowCarbonHundredths += added.lowCarbonHundredths
  total.consumptionSamples += added.consumptionSamples
  total.consumptionHundredths += added.consumptionHundredths
  total.deltaHundredths += added.deltaHundredths
}
