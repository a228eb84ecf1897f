import { describe, expect, test } from 'bun:test'
import type { dimensions } from '../../contract/dimensions.ts'
import { nationalWeights } from '../../contract/profiles.ts'
import { computeComposite, computeCompositeV1 } from './composite.ts'
import {
  type CompositionSums,
  computeMeanComposite,
  packKnownDimensions,
  unpackKnownDimensions,
  version1Composition,
} from './composition.ts'
import { allKnown, type KnownDimensions } from './known-dimensions.ts'

const weightings = [
  nationalWeights,
  { price: 0, carbon: 0, grid: 1, adequacy: 0 },
  { price: 0.5, carbon: 0.5, grid: 0.001, adequacy: 0 },
]
const open: KnownDimensions = { ...allKnown, grid: false, adequacy: false }
const points = [
  { price: 62.3, carbon: 88.8, grid: 12.5, adequacy: 40 },
  { price: 10, carbon: 55.1, grid: 100, adequacy: 3.7 },
  { price: 91.4, carbon: 0, grid: 35, adequacy: 77.7 },
]

function sumUp(composition: number, values: typeof points): CompositionSums {
  const sumOf = (name: (typeof dimensions)[number]) =>
    values.reduce((sum, point) => sum + Math.round(10 * point[name]), 0)
  return {
    composition,
    samples: values.length,
    price: sumOf('price'),
    carbon: sumOf('carbon'),
    grid: sumOf('grid'),
    adequacy: sumOf('adequacy'),
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('sums of stored points', () => {
  test('every set of known dimensions has its own number, with price as the lowest bit', () => {
    expect([packKnownDimensions(open), packKnownDimensions(allKnown)]).toEqual([3, 15])
    for (let bits = 0; bits < version1Composition; bits++) {
      expect(packKnownDimensions(unpackKnownDimensions(bits))).toBe(bits)
    }
  })

  test('the mean composite of points of version 1 counts all four dimensions', () => {
    for (const weights of weightings) {
      const expected = mean(points.map((point) => computeCompositeV1(point, weights)))
      expect(computeMeanComposite([sumUp(version1Composition, points)], weights)).toBeCloseTo(expected, 5)
    }
  })

  test('the mean composite of points of version 2 is the mean of their composites, for every set of known dimensions', () => {
    for (const weights of weightings) {
      for (let bits = 0; bits < version1Composition; bits++) {
        const expected = mean(points.map((point) => computeComposite(point, unpackKnownDimensions(bits), weights)))
        expect(computeMeanComposite([sumUp(bits, points)], weights)).toBeCloseTo(expected, 5)
      }
    }
  })

  test('the mean composite of points of both versions composes each point by its own version and set', () => {
    const [first, second, third] = points
    if (first === undefined || second === undefined || third === undefined) throw new Error('three points')
    const parts = [
      sumUp(version1Composition, [first]),
      sumUp(packKnownDimensions(open), [second]),
      sumUp(packKnownDimensions(allKnown), [third]),
    ]
    const composites = [
      computeCompositeV1(first, nationalWeights),
      computeComposite(second, open, nationalWeights),
      computeComposite(third, allKnown, nationalWeights),
    ]
    expect(computeMeanComposite(parts, nationalWeights)).toBeCloseTo(mean(composites), 5)
    // Summed without regard to version and set, the mean would be another one.
    expect(computeMeanComposite([sumUp(version1Composition, points)], nationalWeights)).not.toBeCloseTo(
      mean(composites),
      1,
    )
  })
})
