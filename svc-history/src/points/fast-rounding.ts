import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { ScoreWeights } from '@hexawatt/shared/contract/score'
import { composite, globalScore, meanSubScores } from '@hexawatt/shared/methodology/score/composite'

/** So near to a half the rounding of the methodology decides; farther away a plain rounding gives the same. */
const tieMargin = 1e-5

/**
 * The rounded score of a point under a weighting: `globalScore(composite(…))` of its mean sub-scores, without the texts that exact
 * rounding works on. A year has 52 704 of them.
 *
 * @param price sum over the samples, tenths; the other three alike
 */
export function weightedScore(
  weights: ScoreWeights,
  samples: number,
  price: number,
  carbon: number,
  grid: number,
  adequacy: number,
): number {
  const sum = weights.price * price + weights.carbon * carbon + weights.grid * grid + weights.adequacy * adequacy
  const value = sum / (10 * samples)
  if (Math.abs(value - Math.floor(value) - 0.5) > tieMargin) return Math.min(100, Math.round(value))
  return globalScore(composite(meanSubScores({ price, carbon, grid, adequacy }, samples), weights))
}

/** The same under the national weights. */
export function nationalScore(
  [price, carbon, grid, adequacy]: readonly [number, number, number, number],
  samples: number,
): number {
  return weightedScore(nationalWeights, samples, price, carbon, grid, adequacy)
}
