import type { HourSums, PointSums } from './point-sums.ts'

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
