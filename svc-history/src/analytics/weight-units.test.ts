import { describe, expect, test } from 'bun:test'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { composite, globalScore, optimalFrom } from '@hexawatt/shared/methodology/score/composite'
import fc from 'fast-check'
import type { ScoreSums } from './point-sums.ts'
import { compareMeans, leastOptimalUnits, meanComposite, servedMean, weightUnits } from './weight-units.ts'

const sums = (samples: number, price: number, carbon = price, grid = price, adequacy = price): ScoreSums => ({
  samples,
  price,
  carbon,
  grid,
  adequacy,
})
const national = weightUnits(nationalWeights)
const quarter: ScoreWeights = { price: 0.25, carbon: 0.25, grid: 0.25, adequacy: 0.25 }

describe('the mean composite', () => {
  test('is rounded half away from zero where the half is exact', () => {
    // 62.35, for which the binary sum 0.3 · 62.3 + 0.3 · 62.4 + 0.2 · 62.2 + 0.2 · 62.5 is too small.
    expect(servedMean(meanComposite(sums(1, 623, 624, 622, 625), national))).toBe(62.4)
    expect(servedMean(meanComposite(sums(2, 1_247), national))).toBe(62.4)
    expect(servedMean(meanComposite(sums(3, 1_870), national))).toBe(62.3)
  })

  test('is 100 at most, also under weights that sum to 1.001', () => {
    const generous = weightUnits({ price: 0.301, carbon: 0.3, grid: 0.2, adequacy: 0.2 })
    expect(servedMean(meanComposite(sums(1, 1_000), generous))).toBe(100)
  })

  test('ties only where it is equal: a third is a third at any number of points', () => {
    const [one, other] = [meanComposite(sums(3, 1_000), national), meanComposite(sums(7 * 3, 7_000), national)]
    expect(compareMeans(one, other)).toBe(0)
    expect(compareMeans(one, meanComposite(sums(3_000_000, 1_000_000_001), national))).toBe(-1)
    expect(compareMeans(meanComposite(sums(3_000_000, 1_000_000_001), national), one)).toBe(1)
  })
})

describe('the threshold in whole units is that of the methodology', () => {
  const tenths = fc.integer({ min: 640, max: 750 })
  const share = fc.nat(1_000).map((thousandths) => thousandths / 1_000)
  const weights = fc.tuple(share, share, share).map(
    ([a, b, c]): ScoreWeights => ({
      price: a * b,
      carbon: a * (1 - b),
      grid: (1 - a) * c,
      adequacy: (1 - a) * (1 - c),
    }),
  )

  function isOptimalBoth(values: ScoreSums, weighting: ScoreWeights): [boolean, boolean] {
    const { weightedTenths } = meanComposite(values, weightUnits(weighting))
    const { price, carbon, grid, adequacy } = values
    const score = globalScore(
      composite({ price: price / 10, carbon: carbon / 10, grid: grid / 10, adequacy: adequacy / 10 }, weighting),
    )
    return [weightedTenths >= leastOptimalUnits, score >= optimalFrom]
  }

  test('on the half itself and just below it', () => {
    expect(isOptimalBoth(sums(1, 695), quarter)).toEqual([true, true])
    expect(isOptimalBoth(sums(1, 695, 695, 695, 694), quarter)).toEqual([false, false])
    // 69.5 by hand; the binary sum of these four is 69.49999999999999.
    expect(isOptimalBoth(sums(1, 600, 656, 901, 690), nationalWeights)).toEqual([true, true])
  })

  test('on random points near it, under random weights', () => {
    fc.assert(
      fc.property(tenths, tenths, tenths, tenths, weights, (price, carbon, grid, adequacy, weighting) => {
        const [exact, byMethodology] = isOptimalBoth(sums(1, price, carbon, grid, adequacy), weighting)
        expect(exact).toBe(byMethodology)
      }),
      { numRuns: 2_000 },
    )
  })
})
