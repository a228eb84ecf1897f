import { describe, expect, test } from 'bun:test'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { type CompositionSums, version1Composition } from '@hexawatt/shared/methodology/score/composition'
import { computeMeanComposite, roundMeanScore } from './weight-units.ts'

const sums = (samples: number, price: number, carbon = price, grid = price, adequacy = price): CompositionSums => ({
  composition: version1Composition,
  samples,
  price,
  carbon,
  grid,
  adequacy,
})
const score = (parts: readonly CompositionSums[], weights: ScoreWeights = nationalWeights): number =>
  roundMeanScore(computeMeanComposite(parts, weights))

/** Set of known dimensions: price and carbon. */
const priceAndCarbon = 3

describe('the mean composite score', () => {
  test('is rounded half away from zero where the half is exact', () => {
    // 62.35, for which the binary sum 0.3 · 62.3 + 0.3 · 62.4 + 0.2 · 62.2 + 0.2 · 62.5 is too small.
    expect(score([sums(1, 623, 624, 622, 625)])).toBe(62.4)
    expect(score([sums(2, 1_247)])).toBe(62.4)
    expect(score([sums(3, 1_870)])).toBe(62.3)
  })

  test('is at most 100, also under weights that add up to 1.001', () => {
    expect(score([sums(1, 1_000)], { price: 0.301, carbon: 0.3, grid: 0.2, adequacy: 0.2 })).toBe(100)
  })

  test('of points of version 2 leaves out what was estimated, exactly: a third keeps no rounding', () => {
    const weights = { price: 0.2, carbon: 0.4, grid: 0.2, adequacy: 0.2 }
    const known = { ...sums(1, 100, 250, 999, 999), composition: priceAndCarbon }
    // (0.2 · 10 + 0.4 · 25) ÷ 0.6 = 20 exactly.
    expect(score([known], weights)).toBe(20)
    // With a point of version 1 and 0.1 next to it the mean is 10.05, a half of the last decimal.
    expect(score([known, sums(1, 1)], weights)).toBe(10.1)
  })

  test('of points of several compositions is the mean of the points, each by its own', () => {
    const national = { ...sums(2, 1_000, 1_000, 0, 0), composition: priceAndCarbon }
    // Two points of 50, and four whose estimated dimensions count with 0 by version 1: 30 each.
    expect(score([national, sums(4, 2_000, 2_000, 0, 0)])).toBe(36.7)
  })
})
