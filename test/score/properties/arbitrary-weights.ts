import { dimensions } from '@hexawatt/shared/contract/dimensions'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import fc from 'fast-check'

export const anySubScore = fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10)
export const anyValues = fc.record({
  price: anySubScore,
  carbon: anySubScore,
  grid: anySubScore,
  adequacy: anySubScore,
})
export const anyDimension = fc.constantFrom(...dimensions)
/** Weights in thousandths that sum to 1. */
export const anyWeights = fc
  .tuple(...[1, 2, 3].map(() => fc.integer({ min: 0, max: 1_000 })))
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 1_000])
  .map((cuts): ScoreWeights => {
    const share = (index: number) => ((cuts[index + 1] ?? 0) - (cuts[index] ?? 0)) / 1_000
    return { price: share(0), carbon: share(1), grid: share(2), adequacy: share(3) }
  })
export const anyKnown = fc.record({
  price: fc.boolean(),
  carbon: fc.boolean(),
  grid: fc.boolean(),
  adequacy: fc.boolean(),
})
export const anyWeighting = anyWeights.map((weights): Weighting => ({ weights, profileApplied: 'custom' }))
