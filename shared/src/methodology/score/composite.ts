import { type Dimension, dimensions } from '../../contract/dimensions.ts'
import { roundHalfAwayFromZero } from '../../contract/numbers.ts'
import type { ScoreLevel, ScoreWeights } from '../../contract/score.ts'
import type { SubScoreValues } from './sub-scores.ts'

/** Thresholds on the rounded score (decisions §4). */
export const optimalFrom = 70
const acceptableFrom = 40

/** Decimals that are kept of a composite: sub-scores have one, so what lies beyond is the noise of binary sums. */
export const compositeDecimals = 6

/** Composite Σ wᵢ·sᵢ, 0–100, before rounding: what hours are ranked by. */
export function composite(values: SubScoreValues, weights: ScoreWeights): number {
  const sum =
    weights.price * values.price +
    weights.carbon * values.carbon +
    weights.grid * values.grid +
    weights.adequacy * values.adequacy
  return roundHalfAwayFromZero(sum, compositeDecimals)
}

/**
 * Mean sub-scores of several points.
 *
 * @param tenths sums over the points, as they are stored
 */
export function meanSubScores({ price, carbon, grid, adequacy }: SubScoreValues, samples: number): SubScoreValues {
  const divisor = 10 * samples
  return { price: price / divisor, carbon: carbon / divisor, grid: grid / divisor, adequacy: adequacy / divisor }
}

/** The score as it is served: the composite as a whole number. Weights may sum to 1.001, a score to 100 at most. */
export function globalScore(compositeValue: number): number {
  return Math.min(100, roundHalfAwayFromZero(compositeValue, 0))
}

/** Level of a rounded score. */
export function scoreLevel(score: number): ScoreLevel {
  if (score >= optimalFrom) return 'Optimal'
  return score >= acceptableFrom ? 'Acceptable' : 'Unfavorable'
}

/** The lowest of the dimensions that carry weight, the first of them in the order of every answer. */
export function worstDimension(values: SubScoreValues, weights: ScoreWeights): Dimension {
  return dimensions
    .filter((dimension) => weights[dimension] > 0)
    .reduce((worst, dimension) => (values[dimension] < values[worst] ? dimension : worst))
}
