import type { MethodologyBreakdownEntry } from '@hexawatt/shared/contract/score-history'
import type { MethodologyVersionSet } from '@hexawatt/shared/contract/values/versions'
import type { CompositionSums } from '@hexawatt/shared/methodology/score/composition'

/**
 * One point before encoding: a raw point, or the mean of the raw points of an hour. Values are whole hundredths of the served ones, so
 * nothing is rounded twice.
 */
export type PointValues = {
  /** Instant of the point, or start of the hour, seconds since the epoch. */
  epochSeconds: number
  /** Number of raw points: 1, or the number of points of the hour. */
  samples: number
  /** Samples that were backfilled. */
  backfilledSamples: number
  /** Sums of the sub-scores over the samples, by composition: one part for a raw point. */
  parts: readonly CompositionSums[]
  /** Under the national weights, 0–100. */
  globalScore: number
  confidence: number
  carbonSlotStartSeconds: number | null
  carbonHundredths: number | null
  consumptionHundredths: number | null
  lowCarbonHundredths: number | null
  spotPriceHundredths: number | null
  /** The four versions, `score.carbon.confidence.consumption`; 0 = no consumption value. */
  versionSet: string
}

/** Parses a version set. */
function readVersionSet(text: string): MethodologyVersionSet {
  const [score = 0, carbon = 0, confidence = 0, consumption = 0] = text.split('.').map(Number)
  return { score, carbon, confidence, consumption: consumption === 0 ? null : consumption }
}

/** The breakdown of an answer: most samples first, then newer versions first. Sets without samples are dropped. */
export function toMethodologyBreakdown(samplesBySet: ReadonlyMap<string, number>): MethodologyBreakdownEntry[] {
  return sortByMostSamples(samplesBySet).map(([set, sampleCount]) => ({
    methodologyVersions: readVersionSet(set),
    sampleCount,
  }))
}

/** The version set of most samples; of two with as many, the newer. Empty without points. */
export function findPrevailingSet(points: readonly Pick<PointValues, 'versionSet' | 'samples'>[]): string {
  const [first] = points
  // Called for each hour of a year, and nearly every hour has one set: nothing is counted or sorted for it.
  if (points.length === 1 && first !== undefined) return first.versionSet
  const samplesBySet = new Map<string, number>()
  for (const { versionSet, samples } of points) {
    samplesBySet.set(versionSet, (samplesBySet.get(versionSet) ?? 0) + samples)
  }
  return sortByMostSamples(samplesBySet)[0]?.[0] ?? ''
}

function sortByMostSamples(samplesBySet: ReadonlyMap<string, number>): [versionSet: string, samples: number][] {
  return [...samplesBySet]
    .filter(([, samples]) => samples > 0)
    .sort(([oneSet, one], [otherSet, other]) => other - one || compareVersionSets(otherSet, oneSet))
}

/** Negative when the first set is older: versions are compared in the order score, carbon, confidence, consumption. */
function compareVersionSets(one: string, other: string): number {
  const others = other.split('.').map(Number)
  const differences = one.split('.').map((version, index) => Number(version) - (others[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
