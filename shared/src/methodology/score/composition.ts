import { roundHalfAwayFromZero } from '../../bounds/numbers.ts'
import { type Dimension, dimensions } from '../../contract/dimensions.ts'
import type { ScoreWeights } from '../../contract/values/score-weights.ts'
import type { ScoreVersion } from '../versions.ts'
import { compositeDecimals } from './composite.ts'
import { findEffectiveWeights, type KnownDimensions, sumWeights } from './known-dimensions.ts'

/**
 * How the composite of stored points follows from their sub-scores, as one small number: 0–15 for a set of known dimensions (since version 2 of the score;
 * bit 0 price, 1 carbon, 2 grid, 3 adequacy), {@link version1Composition} for version 1. Stores and packed rows hold it.
 */
export type Composition = number

/** Version 1: all four dimensions count, known or not. */
export const version1Composition: Composition = 16

export const compositionCount = 17

/** The version of the score that composes so. */
export function findScoreVersion(composition: Composition): ScoreVersion {
  return composition === version1Composition ? 1 : 2
}

/** Packs a set of known dimensions. */
export function packKnownDimensions(known: KnownDimensions): Composition {
  return dimensions.reduce((bits, dimension, index) => bits | (known[dimension] ? 1 << index : 0), 0)
}

/** The set of known dimensions of a composition since version 2. */
export function unpackKnownDimensions(composition: Composition): KnownDimensions {
  const has = (dimension: Dimension): boolean => (composition & (1 << dimensions.indexOf(dimension))) !== 0
  return { price: has('price'), carbon: has('carbon'), grid: has('grid'), adequacy: has('adequacy') }
}

/** Sums of the sub-scores of some points that are composed alike, tenths. */
export type CompositionSums = { composition: Composition; samples: number } & Readonly<Record<Dimension, number>>

/** Weights of a composition: the composite is Σ weightᵢ · sᵢ ÷ divisor, and so is linear in the sub-scores. */
export type CompositionWeights = { weights: ScoreWeights; divisor: number }

export function findCompositionWeights(composition: Composition, weights: ScoreWeights): CompositionWeights {
  if (composition === version1Composition) return { weights, divisor: 1 }
  const effective = findEffectiveWeights(unpackKnownDimensions(composition), weights)
  return { weights: effective, divisor: sumWeights(effective) }
}

/**
 * Mean of the composites of points, each by its own version and set of known dimensions, before rounding.
 *
 * @param parts at least one point
 */
export function computeMeanComposite(parts: readonly CompositionSums[], weights: ScoreWeights): number {
  let [composites, samples] = [0, 0]
  for (const part of parts) {
    const { weights: used, divisor } = findCompositionWeights(part.composition, weights)
    const sum =
      used.price * part.price + used.carbon * part.carbon + used.grid * part.grid + used.adequacy * part.adequacy
    composites += sum / (10 * divisor)
    samples += part.samples
  }
  return roundHalfAwayFromZero(composites / samples, compositeDecimals)
}
