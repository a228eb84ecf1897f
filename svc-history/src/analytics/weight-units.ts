import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import {
  type CompositionSums,
  findCompositionWeights,
  version1Composition,
} from '@hexawatt/shared/methodology/score/composition'

/** Number of used decimals of a weight: the decimals that a double represents. */
const weightDecimals = 15
const unitsPerOne = 10n ** BigInt(weightDecimals)

/** Weights in whole units of 10⁻¹⁵, so that weighted sums are exact and do not depend on the order of addition. */
type WeightUnits = Readonly<Record<Dimension, bigint>>

/** Weights in whole units. */
function toWeightUnits(weights: ScoreWeights): WeightUnits {
  const toUnits = (weight: number): bigint => BigInt(Math.round(weight * 10 ** weightDecimals))
  return {
    price: toUnits(weights.price),
    carbon: toUnits(weights.carbon),
    grid: toUnits(weights.grid),
    adequacy: toUnits(weights.adequacy),
  }
}

/** The exact mean of the composites of some points, tenths: a quotient of whole numbers. */
type MeanComposite = { dividend: bigint; divisor: bigint }

/**
 * The mean of the unrounded composites of points from the sums of their sub-scores: within one composition both are linear.
 *
 * @param parts at least one point
 */
export function computeMeanComposite(parts: Iterable<CompositionSums>, weights: ScoreWeights): MeanComposite {
  let [dividend, divisor, samples] = [0n, 1n, 0n]
  for (const part of parts) {
    const units = toWeightUnits(findCompositionWeights(part.composition, weights).weights)
    const weighted = dimensions.reduce((sum, dimension) => sum + units[dimension] * BigInt(part[dimension]), 0n)
    // Since version 2 the composite is a weighted mean; that of version 1 is a sum.
    const ownDivisor = part.composition === version1Composition ? unitsPerOne : sumUnits(units)
    dividend = dividend * ownDivisor + weighted * divisor
    divisor *= ownDivisor
    samples += BigInt(part.samples)
  }
  return { dividend, divisor: divisor * samples }
}

function sumUnits({ price, carbon, grid, adequacy }: WeightUnits): bigint {
  return price + carbon + grid + adequacy
}

/** The served mean of at least one point: one decimal, half away from zero, at most 100, because weights may sum to 1.001. */
export function roundMeanScore({ dividend, divisor }: MeanComposite): number {
  return Math.min(100, Number((2n * dividend + divisor) / (2n * divisor)) / 10)
}
