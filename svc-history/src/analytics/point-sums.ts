import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import { optimalFrom } from '@hexawatt/shared/methodology/score/composite'
import type { PointValues } from '../points/point-values.ts'

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

/** Sums of raw points of one hour, by combination of versions: for the hours that the edge of a window cuts. */
export function cutHourSums(hourStartSeconds: number, points: readonly PointValues[]): HourSums[] {
  const bySet = new Map<string, HourSums>()
  for (const point of points) {
    const sums = bySet.get(point.versionSet) ?? { ...noPoints, hourStartSeconds, versionSet: point.versionSet }
    addPoints(sums, sumsOfPoint(point))
    bySet.set(point.versionSet, sums)
  }
  return [...bySet.values()]
}

function sumsOfPoint(point: PointValues): PointSums {
  const [price, carbon, grid, adequacy] = point.subScoreTenths
  const { carbonHundredths, consumptionHundredths } = point
  return {
    samples: 1,
    price,
    carbon,
    grid,
    adequacy,
    optimalSamples: point.globalScore >= optimalFrom ? 1 : 0,
    carbonSamples: carbonHundredths === null ? 0 : 1,
    carbonHundredths: carbonHundredths ?? 0,
    lowCarbonHundredths: point.lowCarbonHundredths ?? 0,
    consumptionSamples: consumptionHundredths === null ? 0 : 1,
    consumptionHundredths: consumptionHundredths ?? 0,
    deltaHundredths:
      consumptionHundredths === null || carbonHundredths === null ? 0 : consumptionHundredths - carbonHundredths,
  }
}
