import { roundHalfAwayFromZero } from '../../bounds/numbers.ts'
import { type Dimension, dimensions } from '../../contract/dimensions.ts'
import type { ScoreWeights } from '../../contract/values/score-weights.ts'
import type { SubScoreSet } from './sub-scores/sub-scores.ts'

/**
 * Which dimensions of a slot are known. The others are estimates that say little about the hour itself, so they must not decide which hour is
 * recommended.
 */
export type KnownDimensions = Readonly<Record<Dimension, boolean>>

/** No dimension is estimated. */
export const allKnown: KnownDimensions = { price: true, carbon: true, grid: true, adequacy: true }

/** The known dimensions of a slot, by the bases of its sub-scores. A price estimated by the forecast method is known: it describes its own hour. */
export function findKnownDimensions({ price, carbon, grid, adequacy }: SubScoreSet): KnownDimensions {
  return {
    price: price.basis.kind === 'day_ahead' || price.basis.kind === 'like_hours_estimate',
    carbon: carbon.basis.kind === 'realised' || carbon.basis.kind === 'projected',
    grid: grid.basis.kind === 'signal',
    adequacy: adequacy.basis.kind === 'margin',
  }
}

/** Least share of the requested weight that the known dimensions must carry for the estimated ones to be left out. */
const minKnownShare = 0.5
/** Weights are decimals: 0.015 + 0.141 + 0.344 must count as one half, which their binary sum misses. */
const shareTolerance = 1e-9

/** Whether estimated dimensions are left out of the composite. */
export function areEstimatesLeftOut(known: KnownDimensions, weights: ScoreWeights): boolean {
  return sumWeights(keepKnown(known, weights)) >= minKnownShare * sumWeights(weights) - shareTolerance
}

/**
 * The requested weights that count, not yet renormalised: those of the known dimensions when they carry at least half of the requested weight, else
 * all four.
 */
export function findEffectiveWeights(known: KnownDimensions, weights: ScoreWeights): ScoreWeights {
  return areEstimatesLeftOut(known, weights) ? keepKnown(known, weights) : weights
}

function keepKnown(known: KnownDimensions, weights: ScoreWeights): ScoreWeights {
  return {
    price: known.price ? weights.price : 0,
    carbon: known.carbon ? weights.carbon : 0,
    grid: known.grid ? weights.grid : 0,
    adequacy: known.adequacy ? weights.adequacy : 0,
  }
}

export function sumWeights({ price, carbon, grid, adequacy }: ScoreWeights): number {
  return price + carbon + grid + adequacy
}

/** Decimals of the weights that are served. */
const weightDecimals = 6

/**
 * The weights really used, as served: 6 decimals, with a sum of exactly 1 (the greatest weight takes what rounding leaves over); 0 for a dimension
 * that is left out.
 */
export function applyWeights(known: KnownDimensions, weights: ScoreWeights): ScoreWeights {
  const effective = findEffectiveWeights(known, weights)
  const sum = sumWeights(effective)
  const share = (dimension: Dimension) => roundHalfAwayFromZero(effective[dimension] / sum, weightDecimals)
  const shares = { price: share('price'), carbon: share('carbon'), grid: share('grid'), adequacy: share('adequacy') }
  const [greatest = dimensions[0]] = dimensions.toSorted((one, other) => effective[other] - effective[one])
  const others = sumWeights({ ...shares, [greatest]: 0 })
  return { ...shares, [greatest]: roundHalfAwayFromZero(1 - others, weightDecimals) }
}
