import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { optimalFrom } from '@hexawatt/shared/methodology/score/composite'
import { computeMeanScore, createWeigh } from '../fast/fast-rounding.ts'
import {
  addScores,
  type HourScores,
  type HourSums,
  listScores,
  noPoints,
  type PointSums,
  type ScoreTotals,
  type SummedHours,
} from '../points/hour-sums.ts'
import { findPrevailingSet, type PointValues } from '../points/point-values.ts'

/** Adds to a total in place. */
export function addPoints(total: PointSums, added: PointSums): void {
  total.samples += added.samples
  total.optimalSamples += added.optimalSamples
  total.carbonSamples += added.carbonSamples
  total.carbonHundredths += added.carbonHundredths
  total.lowCarbonHundredths += added.lowCarbonHundredths
  total.consumptionSamples += added.consumptionSamples
  total.consumptionHundredths += added.consumptionHundredths
  total.deltaHundredths += added.deltaHundredths
}

/** Sums of the raw points of one hour, for an hour that the edge of a window cuts. */
export function cutHourSums(hourStartSeconds: number, points: readonly PointValues[]): SummedHours {
  const bySet = new Map<string, HourSums>()
  const totals: ScoreTotals = new Map()
  for (const point of points) {
    const sums = bySet.get(point.versionSet) ?? { ...noPoints, hourStartSeconds, versionSet: point.versionSet }
    addPoints(sums, toPointSums(point))
    bySet.set(point.versionSet, sums)
    for (const part of point.parts) addScores(totals, part)
  }
  return { sums: [...bySet.values()], scores: listScores(totals).map((part) => ({ ...part, hourStartSeconds })) }
}

function toPointSums(point: PointValues): PointSums {
  const { carbonHundredths, consumptionHundredths } = point
  return {
    samples: 1,
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

export function countHourlySamples(
  hours: readonly HourSums[],
  scores: readonly HourScores[],
  weights: ScoreWeights,
): SampleCounts {
  const samplesBySet = new Map<string, number>()
  const counts = { samples: 0, carbonSamples: 0, consumptionSamples: 0 }
  for (const sets of Map.groupBy(hours, ({ hourStartSeconds }) => hourStartSeconds).values()) {
    const sums = sumPoints(sets)
    // An hour counts in the set of most of its points.
    const set = findPrevailingSet(sets)
    samplesBySet.set(set, (samplesBySet.get(set) ?? 0) + 1)
    counts.samples += 1
    counts.carbonSamples += sums.carbonSamples > 0 ? 1 : 0
    counts.consumptionSamples += sums.consumptionSamples > 0 ? 1 : 0
  }
  return { ...counts, optimalSamples: countOptimalHours(scores, weights), samplesBySet }
}

function sumPoints(sets: readonly HourSums[]): PointSums {
  const [only] = sets
  if (sets.length === 1 && only !== undefined) return only
  const total = { ...noPoints }
  for (const sums of sets) addPoints(total, sums)
  return total
}

function countOptimalHours(scores: readonly HourScores[], weights: ScoreWeights): number {
  const weigh = createWeigh(weights)
  let optimal = 0
  for (let first = 0; first < scores.length; ) {
    const hour = scores[first]
    if (hour === undefined) break
    const { hourStartSeconds, composition, samples, price, carbon, grid, adequacy } = hour
    let end = first + 1
    while (scores[end]?.hourStartSeconds === hourStartSeconds) end++
    const score =
      end === first + 1
        ? weigh(composition, samples, price, carbon, grid, adequacy)
        : computeMeanScore(scores.slice(first, end), weights)
    if (score >= optimalFrom) optimal += 1
    first = end
  }
  return optimal
}
