import { describe, expect, test } from 'bun:test'
import { dimensions } from '@hexawatt/shared/contract/dimensions'
import { profiles } from '@hexawatt/shared/contract/profiles'
import { computeComposite, computeCompositeV1, toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import { allKnown, applyWeights, areEstimatesLeftOut } from '@hexawatt/shared/methodology/score/known-dimensions'
import fc from 'fast-check'
import { anyDimension, anyKnown, anySubScore, anyValues, anyWeights } from './properties/arbitrary-weights.ts'

describe('weighting', () => {
  test('a better sub-score never lowers the score', () => {
    fc.assert(
      fc.property(
        anyValues,
        anyKnown,
        anyDimension,
        anySubScore,
        anyWeights,
        (values, known, dimension, other, weights) => {
          const [low, high] = [Math.min(values[dimension], other), Math.max(values[dimension], other)]
          const at = (value: number) => computeComposite({ ...values, [dimension]: value }, known, weights)
          expect(at(high)).toBeGreaterThanOrEqual(at(low))
          expect(toGlobalScore(at(high))).toBeGreaterThanOrEqual(toGlobalScore(at(low)))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('all weight on one dimension gives exactly its sub-score', () => {
    fc.assert(
      fc.property(anyValues, anyKnown, anyDimension, (values, known, dimension) => {
        const weights = { price: 0, carbon: 0, grid: 0, adequacy: 0, [dimension]: 1 }
        expect(computeComposite(values, known, weights)).toBe(values[dimension])
      }),
    )
  })

  test('a composite lies between the lowest and the highest sub-score that counts', () => {
    fc.assert(
      fc.property(anyValues, anyKnown, anyWeights, (values, known, weights) => {
        const applied = applyWeights(known, weights)
        const counting = dimensions.filter((dimension) => applied[dimension] > 0).map((dimension) => values[dimension])
        expect(computeComposite(values, known, weights)).toBeGreaterThanOrEqual(Math.min(...counting))
        expect(computeComposite(values, known, weights)).toBeLessThanOrEqual(Math.max(...counting))
      }),
    )
  })

  test('with all dimensions known version 2 equals version 1', () => {
    fc.assert(
      fc.property(anyValues, anyWeights, (values, weights) => {
        expect(computeComposite(values, allKnown, weights)).toBe(computeCompositeV1(values, weights))
      }),
      { numRuns: 1_000 },
    )
  })

  test('an estimate that is left out has no influence; while estimates count, version 2 equals version 1', () => {
    fc.assert(
      fc.property(anyValues, anyValues, anyKnown, anyWeights, (values, others, known, weights) => {
        const composite = computeComposite(values, known, weights)
        if (!areEstimatesLeftOut(known, weights)) return expect(composite).toBe(computeCompositeV1(values, weights))
        const mixed = { ...values }
        for (const dimension of dimensions) if (!known[dimension]) mixed[dimension] = others[dimension]
        expect(computeComposite(mixed, known, weights)).toBe(composite)
      }),
      { numRuns: 1_000 },
    )
  })

  test('the weights really used have six decimals and the sum 1, are in the ratio of those asked for, and give the composite', () => {
    fc.assert(
      fc.property(anyValues, anyKnown, anyWeights, (values, known, weights) => {
        const applied = applyWeights(known, weights)
        const millionths = dimensions.map((dimension) => applied[dimension] * 1e6)
        expect(millionths.every((share) => Math.abs(share - Math.round(share)) < 1e-6)).toBe(true)
        expect(Math.round(millionths.reduce((sum, share) => sum + share, 0))).toBe(1_000_000)
        const isLeftOut = areEstimatesLeftOut(known, weights)
        const counting = dimensions.filter((dimension) => known[dimension] || !isLeftOut)
        const total = counting.reduce((sum, dimension) => sum + weights[dimension], 0)
        for (const dimension of dimensions) {
          const share = counting.includes(dimension) ? weights[dimension] / total : 0
          expect(Math.abs(applied[dimension] - share)).toBeLessThan(2e-6)
        }
        const recomputed = dimensions.reduce((sum, dimension) => sum + applied[dimension] * values[dimension], 0)
        expect(Math.abs(recomputed - computeComposite(values, known, weights))).toBeLessThan(2e-4)
      }),
      { numRuns: 1_000 },
    )
  })

  test('every preset sums to 1', () => {
    for (const { weights } of profiles)
      expect(computeCompositeV1({ price: 1, carbon: 1, grid: 1, adequacy: 1 }, weights)).toBe(1)
  })
})
