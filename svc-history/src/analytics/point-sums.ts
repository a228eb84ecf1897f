import { dimensions } from '@hexawatt/shared/contract/dimensions'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { optimalFrom } from '@hexawatt/shared/methodology/score/composite'
import { computeWeightedScore } from '../fast/fast-rounding.ts'
import { type HourSums, noPoints, type PointSums, type ScoreSums } from '../points/hour-sums.ts'
import { findPrevailingSet, type PointValues } from '../points/point-values.ts'

/** Adds to a total in place. */
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

/** Sums of the raw points of one hour by combination of versions, for an hour that the edge of a window cuts. */
export function cutHourSums(hourStartSeconds: number, points: readonly PointValues[]): HourSums[] {
  const bySet = new Map<string, HourSums>()
  for (const point of points) {
    const sums = bySet.get(point.versionSet) ?? { ...noPoints, hourStartSeconds, versionSet: point.versionSet }
    addPoints(sums, toPointSums(point))
    bySet.set(point.versionSet, sums)
  }
  return [...bySet.values()]
}

function toPointSums(point: PointValues): PointSums {
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

/** The samples of a window at the granularity in force: raw points, or hours. */
export type SampleCounts = {
  samples: number
  carbonSamples: number
  consumptionSamples: number
  optimalSamples: number
  samplesBySet: ReadonlyMap<string, number>
}

/**
 * Counts every raw point as one sample.
 *
 * @param optimalSamples raw points that are Optimal under the weights of the request
 */
export function countRawSamples(hours: readonly HourSums[], totals: PointSums, optimalSamples: number): SampleCounts {
  const samplesBySet = new Map<string, number>()
  for (const { versionSet, samples } of hours) {
    samplesBySet.set(versionSet, (samplesBySet.get(versionSet) ?? 0) + samples)
  }
  const { samples, carbonSamples, consumptionSamples } = totals
  return { samples, carbonSamples, consumptionSamples, optimalSamples, samplesBySet }
}

export function countHourlySamples(hours: readonly HourSums[], weights: ScoreWeights): SampleCounts {
  const samplesBySet = new Map<string, number>()
  const counts = { samples: 0, carbonSamples: 0, consumptionSamples: 0, optimalSamples: 0 }
  for (const sets of Map.groupBy(hours, ({ hourStartSeconds }) => hourStartSeconds).values()) {
    const sums = sumPoints(sets)
    // An hour counts in the set of most of its points.
    const set = findPrevailingSet(sets)
    samplesBySet.set(set, (samplesBySet.get(set) ?? 0) + 1)
    counts.samples += 1
    counts.carbonSamples += sums.carbonSamples > 0 ? 1 : 0
    counts.consumptionSamples += sums.consumptionSamples > 0 ? 1 : 0
    counts.optimalSamples += isOptimal(sums, weights) ? 1 : 0
  }
  return { ...counts, samplesBySet }
}

function sumPoints(sets: readonly HourSums[]): PointSums {
  const [only] = sets
  if (sets.length === 1 && only !== undefined) return only
  const total = { ...noPoints }
  for (const sums of sets) addPoints(total, sums)
  return total
}

function isOptimal({ samples, price, carbon, grid, adequacy }: PointSums, weights: ScoreWeights): boolean {
  return computeWeightedScore(weights, samples, price, carbon, grid, adequacy) >= optimalFrom
}
