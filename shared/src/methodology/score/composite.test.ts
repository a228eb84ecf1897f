import { describe, expect, test } from 'bun:test'
import { nationalWeights } from '../../contract/profiles.ts'
import { computeComposite, findWorstDimension, toGlobalScore, toScoreLevel } from './composite.ts'

describe('the composite score', () => {
  test('is the weighted sum of the sub-scores', () => {
    expect(computeComposite({ price: 62.5, carbon: 82.5, grid: 63.4, adequacy: 53 }, nationalWeights)).toBe(66.78)
  })

  test('has no binary noise, so that 69.5 rounds up', () => {
    const values = { price: 69.5, carbon: 69.5, grid: 69.5, adequacy: 69.5 }
    expect(computeComposite(values, nationalWeights)).toBe(69.5)
    expect(computeComposite({ price: 0.1, carbon: 0.2, grid: 0, adequacy: 0 }, nationalWeights)).toBe(0.09)
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
  test('is the lowest; of equal ones the first in the order of every response', () => {
    expect(findWorstDimension({ price: 40, carbon: 30, grid: 20, adequacy: 25 }, nationalWeights)).toBe('grid')
    expect(findWorstDimension({ price: 50, carbon: 30, grid: 30, adequacy: 30 }, nationalWeights)).toBe('carbon')
  })

  test('has a weight above 0', () => {
    const weights = { price: 0.5, carbon: 0.5, grid: 0, adequacy: 0 }
    expect(findWorstDimension({ price: 50, carbon: 60, grid: 0, adequacy: 1 }, weights)).toBe('price')
  })
})
