import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import type { ScoreSums } from '../points/hour-sums.ts'

/** Number of used decimals of a weight: the decimals that a double represents. */
const weightDecimals = 15
const unitsPerOne = 10n ** BigInt(weightDecimals)

/** Weights in whole units of 10⁻¹⁵, so that weighted sums are exact and do not depend on the order of addition. */
export type WeightUnits = Readonly<Record<Dimension, bigint>>

/** Weights in whole units. */
export function toWeightUnits(weights: ScoreWeights): WeightUnits {
  const toUnits = (weight: number): bigint => BigInt(Math.round(weight * 10 ** weightDecimals))
  return {
    price: toUnits(weights.price),
    carbon: toUnits(weights.carbon),
    grid: toUnits(weights.grid),
    adequacy: toUnits(weights.adequacy),
  }
}

/** The exact mean of the composites of some points: a quotient of whole numbers. */
type MeanComposite = { weightedTenths: bigint; samples: bigint }

/** The mean of the unrounded composites of points from the sums of their sub-scores: both are linear. */
export function computeMeanComposite(sums: ScoreSums, units: WeightUnits): MeanComposite {
  const weightedTenths = dimensions.reduce((total, dimension) => total + units[dimension] * BigInt(sums[dimension]), 0n)
  return { weightedTenths, samples: BigInt(sums.samples) }
}

/** The served mean of at least one point: one decimal, half away from zero, at most 100, because weights may sum to 1.001. */
export function roundMeanScore({ weightedTenths, samples }: MeanComposite): number {
  const divisor = unitsPerOne * samples
  const tenths = (2n * weightedTenths + divisor) / (2n * divisor)
  return Math.min(100, Number(tenths) / 10)
}
