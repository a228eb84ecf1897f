import { describe, expect, test } from 'bun:test'
import { nationalWeights } from '../../contract/profiles.ts'
import { allKnown, applyWeights, areEstimatesLeftOut, findKnownDimensions } from './known-dimensions.ts'
import type { SubScoreSet } from './sub-scores/sub-scores.ts'

const primary: SubScoreSet = {
  price: { value: 62.5, basis: { kind: 'day_ahead', eurPerMwh: 42 } },
  carbon: { value: 82.5, basis: { kind: 'realised', gCo2eqPerKwh: 20 } },
  grid: { value: 80, basis: { kind: 'signal', level: 1, imbalancePoints: 0 } },
  adequacy: { value: 53, basis: { kind: 'margin', margin: 0.448 } },
}

describe('the known dimensions of a slot', () => {
  test('are all four when every sub-score has its primary basis', () => {
    expect(findKnownDimensions(primary)).toEqual(allKnown)
  })

  test('include a projected intensity and a price estimated by the forecast method', () => {
    const price = { value: 25, basis: { kind: 'like_hours_estimate', eurPerMwh: 87 } } as const
    const carbon = { value: 30, basis: { kind: 'projected', gCo2eqPerKwh: 44 } } as const
    expect(findKnownDimensions({ ...primary, price, carbon })).toEqual(allKnown)
  })

  test('exclude a price by class or median, an intensity by mean or median, a grid without signal and adequacy without margin', () => {
    for (const kind of ['peak_estimate', 'off_peak_estimate', 'median'] as const) {
      const price = { value: 1, basis: { kind, eurPerMwh: 1 } }
      expect(findKnownDimensions({ ...primary, price })).toEqual({ ...allKnown, price: false })
    }
    for (const kind of ['same_hour_mean', 'median'] as const) {
      const carbon = { value: 1, basis: { kind, gCo2eqPerKwh: 1 } }
      expect(findKnownDimensions({ ...primary, carbon })).toEqual({ ...allKnown, carbon: false })
    }
    const grid = { value: 1, basis: { kind: 'adequacy' } } as const
    expect(findKnownDimensions({ ...primary, grid })).toEqual({ ...allKnown, grid: false })
    const residual = { kind: 'residual_load', consumptionMw: 1, windAndSolarMw: 0 } as const
    for (const basis of [
      residual,
      { kind: 'consumption', consumptionMw: 1 },
      { kind: 'median', consumptionMw: 1 },
    ] as const) {
      expect(findKnownDimensions({ ...primary, adequacy: { value: 1, basis } })).toEqual({
        ...allKnown,
        adequacy: false,
      })
    }
  })
})

const openMode = { ...allKnown, grid: false, adequacy: false }

describe('the weights really used', () => {
  test('are those asked for while every dimension is known', () => {
    expect(applyWeights(allKnown, nationalWeights)).toEqual(nationalWeights)
  })

  test('are renormalised over the known dimensions, and 0 for the estimated ones', () => {
    expect(applyWeights(openMode, nationalWeights)).toEqual({ price: 0.5, carbon: 0.5, grid: 0, adequacy: 0 })
    expect(applyWeights({ ...allKnown, grid: false }, nationalWeights)).toEqual({
      ...{ price: 0.375, carbon: 0.375, grid: 0, adequacy: 0.25 },
    })
  })

  test('have six decimals and a sum of exactly 1: the greatest takes what rounding leaves over', () => {
    const carbonProfile = { price: 0.1, carbon: 0.7, grid: 0.1, adequacy: 0.1 }
    expect(applyWeights({ ...allKnown, grid: false }, carbonProfile)).toEqual({
      ...{ price: 0.111111, carbon: 0.777778, grid: 0, adequacy: 0.111111 },
    })
    const third = { price: 0.25, carbon: 0.25, grid: 0.25, adequacy: 0.25 }
    expect(applyWeights({ ...allKnown, price: false }, third)).toEqual({
      ...{ price: 0, carbon: 0.333334, grid: 0.333333, adequacy: 0.333333 },
    })
  })

  test('leave estimates out at exactly half of the requested weight, and keep them below', () => {
    const half = { price: 0.1, carbon: 0.4, grid: 0.3, adequacy: 0.2 }
    expect(applyWeights(openMode, half)).toEqual({ price: 0.2, carbon: 0.8, grid: 0, adequacy: 0 })
    const less = { price: 0.1, carbon: 0.399, grid: 0.301, adequacy: 0.2 }
    expect(applyWeights(openMode, less)).toEqual(less)
    // In binary the first three add up to a little less than one half.
    const binary = { price: 0.015, carbon: 0.141, grid: 0.344, adequacy: 0.5 }
    expect(areEstimatesLeftOut({ ...allKnown, adequacy: false }, binary)).toBe(true)
  })

  test('are all four where all weight lies on an estimated dimension, or nothing is known', () => {
    const onlyGrid = { price: 0, carbon: 0, grid: 1, adequacy: 0 }
    expect(applyWeights(openMode, onlyGrid)).toEqual(onlyGrid)
    const nothing = { price: false, carbon: false, grid: false, adequacy: false }
    expect(applyWeights(nothing, nationalWeights)).toEqual(nationalWeights)
  })

  test('sum to 1 when the weights asked for sum to slightly more', () => {
    expect(applyWeights(allKnown, { price: 0, carbon: 1, grid: 0, adequacy: 0.001 })).toEqual({
      ...{ price: 0, carbon: 0.999001, grid: 0, adequacy: 0.000999 },
    })
  })
})
