import { describe, expect, test } from 'bun:test'
import { nationalWeights } from '../../contract/profiles.ts'
import {
  computeComposite,
  computeCompositeByVersion,
  computeCompositeV1,
  findWorstDimension,
  toGlobalScore,
  toScoreLevel,
} from './composite.ts'
import { allKnown } from './known-dimensions.ts'
import type { SubScoreValues } from './sub-scores/sub-scores.ts'

describe('the composite of version 2', () => {
  const values = { price: 80, carbon: 60, grid: 10, adequacy: 20 }
  const openMode = { ...allKnown, grid: false, adequacy: false }

  test('is the weighted sum while all dimensions are known', () => {
    expect(computeComposite(values, allKnown, nationalWeights)).toBe(48)
  })

  test('is the mean of the known sub-scores: estimated ones have no influence', () => {
    expect(computeComposite(values, openMode, nationalWeights)).toBe(70)
    expect(computeComposite({ ...values, grid: 100, adequacy: 0 }, openMode, nationalWeights)).toBe(70)
  })

  test('counts estimated sub-scores while the known ones carry less than half of the weight', () => {
    expect(computeComposite(values, openMode, { price: 0.2, carbon: 0.2, grid: 0.4, adequacy: 0.2 })).toBe(36)
    expect(computeComposite(values, openMode, { price: 0, carbon: 0, grid: 1, adequacy: 0 })).toBe(10)
  })

  test('is calculated for a stored point by the version of the point', () => {
    expect(computeCompositeByVersion(1, values, openMode, nationalWeights)).toBe(48)
    expect(computeCompositeByVersion(2, values, openMode, nationalWeights)).toBe(70)
  })
})

describe('the composite of version 1', () => {
  test('is the weighted sum of the sub-scores', () => {
    expect(computeCompositeV1({ price: 62.5, carbon: 82.5, grid: 63.4, adequacy: 53 }, nationalWeights)).toBe(66.78)
  })

  test('has no binary noise, so that 69.5 rounds up', () => {
    const values = { price: 69.5, carbon: 69.5, grid: 69.5, adequacy: 69.5 }
    expect(computeCompositeV1(values, nationalWeights)).toBe(69.5)
    expect(computeCompositeV1({ price: 0.1, carbon: 0.2, grid: 0, adequacy: 0 }, nationalWeights)).toBe(0.09)
    expect(toGlobalScore(69.5)).toBe(70)
  })

  test('is served as a whole number of at most 100, even if the weights add up to slightly more than 1', () => {
    expect(toGlobalScore(100.1)).toBe(100)
    expect(toGlobalScore(0.4)).toBe(0)
    expect(toGlobalScore(39.49)).toBe(39)
  })
})

test('the level changes at a rounded score of 70 and of 40', () => {
  expect([100, 70, 69, 40, 39, 0].map(toScoreLevel)).toEqual([
    'Optimal',
    'Optimal',
    'Acceptable',
    'Acceptable',
    'Unfavorable',
    'Unfavorable',
  ])
})

describe('the worst dimension', () => {
  const findWorst = (values: SubScoreValues, known = allKnown, weights = nationalWeights) =>
    findWorstDimension({ values, known }, weights)

  test('is the lowest; of equal ones the first in the order of every response', () => {
    expect(findWorst({ price: 40, carbon: 30, grid: 20, adequacy: 25 })).toBe('grid')
    expect(findWorst({ price: 50, carbon: 30, grid: 30, adequacy: 30 })).toBe('carbon')
  })

  test('has a weight above 0', () => {
    const weights = { price: 0.5, carbon: 0.5, grid: 0, adequacy: 0 }
    expect(findWorst({ price: 50, carbon: 60, grid: 0, adequacy: 1 }, allKnown, weights)).toBe('price')
  })

  test('is no estimate that is left out', () => {
    const openMode = { ...allKnown, grid: false, adequacy: false }
    expect(findWorst({ price: 40, carbon: 30, grid: 20, adequacy: 25 }, openMode)).toBe('carbon')
  })

  test('is null when an estimate that counts is the lowest', () => {
    const onlyGrid = { price: 0, carbon: 0, grid: 1, adequacy: 0 }
    expect(findWorst({ price: 9, carbon: 9, grid: 50, adequacy: 9 }, { ...allKnown, grid: false }, onlyGrid)).toBeNull()
  })
})
