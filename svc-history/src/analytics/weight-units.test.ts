import { describe, expect, test } from 'bun:test'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { ScoreSums } from '../points/hour-sums.ts'
import { computeMeanComposite, roundMeanScore, toWeightUnits } from './weight-units.ts'

const sums = (samples: number, price: number, carbon = price, grid = price, adequacy = price): ScoreSums => ({
  samples,
  price,
  carbon,
  grid,
  adequacy,
})
const national = toWeightUnits(nationalWeights)

describe('the mean composite score', () => {
  test('is rounded half away from zero where the half is exact', () => {
    // 62.35, for which the binary sum 0.3 · 62.3 + 0.3 · 62.4 + 0.2 · 62.2 + 0.2 · 62.5 is too small.
    expect(roundMeanScore(computeMeanComposite(sums(1, 623, 624, 622, 625), national))).toBe(62.4)
    expect(roundMeanScore(computeMeanComposite(sums(2, 1_247), national))).toBe(62.4)
    expect(roundMeanScore(computeMeanComposite(sums(3, 1_870), national))).toBe(62.3)
  })

  test('is at most 100, also under weights that add up to 1.001', () => {
    const generous = toWeightUnits({ price: 0.301, carbon: 0.3, grid: 0.2, adequacy: 0.2 })
    expect(roundMeanScore(computeMeanComposite(sums(1, 1_000), generous))).toBe(100)
  })
})
