import { round2 } from '@hexawatt/shared/bounds/numbers'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import {
  type Composition,
  type CompositionSums,
  compositionCount,
  computeMeanComposite,
  findCompositionWeights,
} from '@hexawatt/shared/methodology/score/composition'

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
 * The rounded score of points that are composed alike.
 *
 * @param price sum over the samples, tenths; the other three alike
 */
export type Weigh = (
  composition: Composition,
  samples: number,
  price: number,
  carbon: number,
  grid: number,
  adequacy: number,
) => number

/** Makes the function that gives `toGlobalScore(computeMeanComposite(…))` under one weighting. */
export function createWeigh(weights: ScoreWeights): Weigh {
  const byComposition = Array.from({ length: compositionCount }, (_, composition) =>
    findCompositionWeights(composition, weights),
  )
  return function weigh(composition, samples, price, carbon, grid, adequacy) {
    const used = byComposition[composition]
    if (used === undefined) throw new Error(`unknown composition ${composition}`)
    const { weights: own, divisor } = used
    const sum = own.price * price + own.carbon * carbon + own.grid * grid + own.adequacy * adequacy
    const value = sum / (10 * samples * divisor)
    if (Math.abs(value - Math.floor(value) - 0.5) > scoreTieMargin) return Math.min(100, Math.round(value))
    return computeMeanScore([{ composition, samples, price, carbon, grid, adequacy }], weights)
  }
}

/** The rounded score of points of several compositions. */
export function computeMeanScore(parts: readonly CompositionSums[], weights: ScoreWeights): number {
  return toGlobalScore(computeMeanComposite(parts, weights))
}
