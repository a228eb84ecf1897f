import type { ScoreWeights } from '@hexawatt/shared/contract/score'
import { optimalFrom } from '@hexawatt/shared/methodology/score/composite'
import { weightedScore } from '../points/fast-rounding.ts'
import { compareVersionSets } from '../points/version-set.ts'
import { addPoints, type HourSums, noPoints, type PointSums } from './point-sums.ts'
import type { SampleCounts } from './sample-counts.ts'

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
