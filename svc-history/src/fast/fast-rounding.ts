import { round2 } from '@hexawatt/shared/bounds/numbers'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { averageSubScores, computeCompositeV1, toGlobalScore } from '@hexawatt/shared/methodology/score/composite'

/** So near to a half the binary number may lie on the wrong side of it: then the decimal text decides. */
const hundredthsTieMargin = 1e-6
/** Above this a double no longer resolves {@link hundredthsTieMargin}. */
const maxFastHundredths = 1e9

/**
 * A value as it is served, in whole hundredths: `round2(value) * 100`, rounded once. Fast path: docs/develop/fast-day-encoders.md.
 *
 * @returns NaN for NaN
 */
export function toHundredths(value: number): number {
  const magnitude = Math.abs(value) * 100
  const distance = Math.abs(magnitude - Math.floor(magnitude) - 0.5)
  if (magnitude > maxFastHundredths || distance < hundredthsTieMargin) return Math.round(round2(value) * 100)
  const rounded = Math.round(magnitude)
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

/** Within this distance of a half the exact rounding of the methodology is used; elsewhere plain rounding gives the same. */
const scoreTieMargin = 1e-5

/**
 * The rounded score of a point under a weighting: `toGlobalScore(computeCompositeV1(…))` of its mean sub-scores.
 *
 * @param price sum over the samples, tenths; the other three alike
 */
export function computeWeightedScore(
  weights: ScoreWeights,
  samples: number,
  price: number,
  carbon: number,
  grid: number,
  adequacy: number,
): number {
  const sum = weights.price * price + weights.carbon * carbon + weights.grid * grid + weights.adequacy * adequacy
  const value = sum / (10 * samples)
  if (Math.abs(value - Math.floor(value) - 0.5) > scoreTieMargin) return Math.min(100, Math.round(value))
  return toGlobalScore(computeCompositeV1(averageSubScores({ price, carbon, grid, adequacy }, samples), weights))
}
