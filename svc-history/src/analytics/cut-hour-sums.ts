import { optimalFrom } from '@hexawatt/shared/methodology/score/composite'
import type { PointValues } from '../points/point-values.ts'
import { addPoints, type HourSums, noPoints, type PointSums } from './point-sums.ts'

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
