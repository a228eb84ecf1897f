import type { MethodologyVersionSet } from '@hexawatt/shared/contract/carbon-intensity'
import type { MethodologyBreakdownEntry } from '@hexawatt/shared/contract/score-history'

/**
 * A combination of versions as one text, `score.carbon.confidence.consumption`: what points are grouped by. 0 = no consumption value.
 */
function readVersionSet(text: string): MethodologyVersionSet {
  const [score = 0, carbon = 0, confidence = 0, consumption = 0] = text.split('.').map(Number)
  return { score, carbon, confidence, consumption: consumption === 0 ? null : consumption }
}

/** The breakdown of an answer: most samples first, then the newer versions. Sets without samples are left out. */
export function methodologyBreakdown(samplesBySet: ReadonlyMap<string, number>): MethodologyBreakdownEntry[] {
  return [...samplesBySet]
    .filter(([, samples]) => samples > 0)
    .sort(([oneSet, one], [otherSet, other]) => other - one || compareVersionSets(otherSet, oneSet))
    .map(([set, sampleCount]) => ({ methodologyVersions: readVersionSet(set), sampleCount }))
}

/** Negative when the first set is older: versions are compared in the order score, carbon, confidence, consumption. */
export function compareVersionSets(one: string, other: string): number {
  const others = other.split('.').map(Number)
  const differences = one.split('.').map((version, index) => Number(version) - (others[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
