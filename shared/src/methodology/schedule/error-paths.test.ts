import { describe, expect, test } from 'bun:test'
import { nationalWeights, profiles } from '../../contract/profiles.ts'
import type { ScoreWeights } from '../../contract/values/score-weights.ts'
import { applyWeights } from '../score/known-dimensions.ts'
import { type ErrorSeries, selectShippedErrors, weighErrorPaths } from './error-paths.ts'

describe('score errors under given weights', () => {
  /** Where the shipped errors were measured, price and carbon alone are known. */
  const known = { price: true, carbon: true, grid: false, adequacy: false }
  const inEveryLead = (weights: ScoreWeights) =>
    Array.from(selectShippedErrors('score')[0] ?? [], () => applyWeights(known, weights))

  test('are the weighted sub-score errors of the same issue', () => {
    const errors: Partial<Record<ErrorSeries, readonly number[]>> = {
      priceScore: [10, -20],
      carbonScore: [2, 4],
      gridScore: [0, 50],
      adequacyScore: [Number.NaN, 1],
    }
    const halves = { price: 0.5, carbon: 0.5, grid: 0, adequacy: 0 }
    const paths = weighErrorPaths((series) => [Float64Array.from(errors[series] ?? [])], [halves, halves])
    expect(paths).toHaveLength(1)
    // A sub-score that is unknown makes the score unknown, whatever its weight.
    expect([...(paths[0] ?? [])]).toEqual([Number.NaN, -8])
  })

  test('take the weights that are used in each slot', () => {
    const onlyPrice = { price: 1, carbon: 0, grid: 0, adequacy: 0 }
    const onlyGrid = { price: 0, carbon: 0, grid: 1, adequacy: 0 }
    const errors: Partial<Record<ErrorSeries, number>> = {
      priceScore: 3,
      carbonScore: 5,
      gridScore: 7,
      adequacyScore: 9,
    }
    const paths = weighErrorPaths(
      (series) => [Float64Array.of(errors[series] ?? 0, errors[series] ?? 0)],
      [onlyPrice, onlyGrid],
    )
    expect(paths.map((path) => [...path])).toEqual([[3, 7]])
  })

  test('equal the shipped score errors under national weights, within rounding', () => {
    const national = selectShippedErrors('score')
    const weighted = weighErrorPaths(selectShippedErrors, inEveryLead(nationalWeights))
    expect(weighted).toHaveLength(national.length)
    const differences = weighted.flatMap((path, issue) =>
      [...path].map((error, lead) => Math.abs(error - (national[issue]?.[lead] ?? Number.NaN))),
    )
    expect(Math.max(...differences)).toBeLessThan(0.1)
  })

  test('are wider with the carbon preset than with the national weights', () => {
    const spread = (paths: readonly Float64Array[]) => {
      const errors = paths.flatMap((path) => [...path])
      return Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)
    }
    const [national = 0, carbon = 0] = profiles.map(({ weights }) =>
      spread(weighErrorPaths(selectShippedErrors, inEveryLead(weights))),
    )
    // Half of the national score is carbon where price and carbon alone are known, seven eighths with the preset.
    expect(carbon).toBeGreaterThan(1.15 * national)
  })
})
