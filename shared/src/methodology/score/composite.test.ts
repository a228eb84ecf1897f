import { describe, expect, test } from 'bun:test'
import { nationalWeights } from '../../contract/profiles.ts'
import { composite, globalScore, scoreLevel, worstDimension } from './composite.ts'

describe('composite', () => {
  test('is the weighted sum', () => {
    expect(composite({ price: 62.5, carbon: 82.5, grid: 63.4, adequacy: 53 }, nationalWeights)).toBe(66.78)
  })

  test('carries no binary noise: what is 69.5 on paper is 69.5, so that its half rounds up', () => {
    const values = { price: 69.5, carbon: 69.5, grid: 69.5, adequacy: 69.5 }
    expect(composite(values, nationalWeights)).toBe(69.5)
    expect(composite({ price: 0.1, carbon: 0.2, grid: 0, adequacy: 0 }, nationalWeights)).toBe(0.09)
    expect(globalScore(69.5)).toBe(70)
  })

  test('a score is whole and at most 100, also when weights sum to a little more than 1', () => {
    expect(globalScore(100.1)).toBe(100)
    expect(globalScore(0.4)).toBe(0)
    expect(globalScore(39.49)).toBe(39)
  })
})

test('levels change on the rounded score at 70 and at 40', () => {
  expect([100, 70, 69, 40, 39, 0].map(scoreLevel)).toEqual([
    'Optimal',
    'Optimal',
    'Acceptable',
    'Acceptable',
    'Unfavorable',
    'Unfavorable',
  ])
})

describe('the worst dimension', () => {
  test('is the lowest; of equals the first in the order of every answer', () => {
    expect(worstDimension({ price: 40, carbon: 30, grid: 20, adequacy: 25 }, nationalWeights)).toBe('grid')
    expect(worstDimension({ price: 50, carbon: 30, grid: 30, adequacy: 30 }, nationalWeights)).toBe('carbon')
  })

  test('carries weight', () => {
    const weights = { price: 0.5, carbon: 0.5, grid: 0, adequacy: 0 }
    expect(worstDimension({ price: 50, carbon: 60, grid: 0, adequacy: 1 }, weights)).toBe('price')
  })
})
