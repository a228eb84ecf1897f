import type { ScoreWeights } from '@hexawatt/shared/contract/score'
import { optimalFrom } from '@hexawatt/shared/methodology/score/composite'
import { weightedScore } from '../points/fast-rounding.ts'
import { compareVersionSets } from '../points/point-values.ts'
import { addPoints, type HourSums, noPoints, type PointSums } from './point-sums.ts'

/** The samples of a window at the granularity in force: raw points, or hours. */
export type SampleCounts = {
  samples: number
  carbonSamples: number
  consumptionSamples: number
  optimalSamples: number
  samplesBySet: ReadonlyMap<string, number>
}

/**
 * What is counted when every raw point is one sample.
 *
 * @param optimalSamples raw points that are Optimal under the weights of the request
 */
export function rawCounts(hours: readonly HourSums[], totals: PointSums, optimalSamples: number): SampleCounts {
  const samplesBySet = new Map<string, number>()
  for (const { versionSet, samples } of hours) {
    samplesBySet.set(versionSet, (samplesBySet.get(versionSet) ?? 0) + samples)
  }
  const { samples, carbonSamples, consumptionSamples } = totals
  // Counted by another statement, which may already have seen a point that was stored in between.
  return {
    samples,
    carbonSamples,
    consumptionSamples,
    optimalSamples: Math.min(optimalSamples, samples),
    samplesBySet,
  }
}

/** What is counted when every hour is one sample. */
export function hourlyCounts(hours: readonly HourSums[], weights: ScoreWeights): SampleCounts {
  const samplesBySet = new Map<string, number>()
  const counts = { samples: 0, carbonSamples: 0, consumptionSamples: 0, optimalSamples: 0 }
  for (const sets of Map.groupBy(hours, ({ hourStartSeconds }) => hourStartSeconds).values()) {
    const sums = sumOf(sets)
    const set = prevailingSet(sets)
    samplesBySet.set(set, (samplesBySet.get(set) ?? 0) + 1)
    counts.samples += 1
    counts.carbonSamples += sums.carbonSamples > 0 ? 1 : 0
    counts.consumptionSamples += sums.consumptionSamples > 0 ? 1 : 0
    counts.optimalSamples += isOptimal(sums, weights) ? 1 : 0
  }
  return { ...counts, samplesBySet }
}

function sumOf(sets: readonly HourSums[]): PointSums {
  const [only] = sets
  if (sets.length === 1 && only !== undefined) return only
  const total = { ...noPoints }
  for (const sums of sets) addPoints(total, sums)
  return total
}

/** An hour counts in the set of most of its points; of two with as many, in the newer. */
function prevailingSet(sets: readonly HourSums[]): string {
  const [prevailing] = sets.toSorted(
    (one, other) => other.samples - one.samples || compareVersionSets(other.versionSet, one.versionSet),
  )
  return prevailing?.versionSet ?? ''
}

function isOptimal({ samples, price, carbon, grid, adequacy }: PointSums, weights: ScoreWeights): boolean {
  return weightedScore(weights, samples, price, carbon, grid, adequacy) >= optimalFrom
}
