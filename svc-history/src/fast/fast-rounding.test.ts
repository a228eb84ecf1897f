import { expect, test } from 'bun:test'
import { round2 } from '@hexawatt/shared/bounds/numbers'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import {
  compositionCount,
  computeMeanComposite,
  version1Composition,
} from '@hexawatt/shared/methodology/score/composition'
import fc from 'fast-check'
import { createWeigh, toHundredths } from './fast-rounding.ts'

const halves = fc.integer({ min: -(10 ** 8), max: 10 ** 8 }).map((thousandths) => Number(`${thousandths}5e-3`))

test('the fast rounding equals the exact rounding, also on halves of a hundredth', () => {
  const value = fc.oneof(
    fc.double({ min: -1e12, max: 1e12, noNaN: true }),
    halves,
    fc.double({ min: -1, max: 1, noNaN: true }),
  )
  fc.assert(
    fc.property(value, (number) => {
      const hundredths = toHundredths(number)
      expect(hundredths / 100).toBe(round2(number))
      expect(Object.is(hundredths, -0)).toBe(false)
    }),
    { numRuns: 20_000 },
  )
})

test('an unknown value stays unknown', () => {
  expect(toHundredths(Number.NaN)).toBeNaN()
})

const tenths = fc.integer({ min: 0, max: 1_000 })
const fourTenths = fc.tuple(tenths, tenths, tenths, tenths)
/** Four weights that sum to 1, with few or with many digits. */
const weights = fc
  .tuple(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), fc.integer({ min: 1, max: 1_000 }))
  .map((parts) => {
    const sum = parts.reduce((total, part) => total + part, 0)
    const [price = 0, carbon = 0, grid = 0, adequacy = 0] = parts.map((part) => part / sum)
    return { price, carbon, grid, adequacy }
  })
const plainWeights = fc.constantFrom<ScoreWeights>(
  { price: 0.3, carbon: 0.3, grid: 0.2, adequacy: 0.2 },
  { price: 0.25, carbon: 0.25, grid: 0.25, adequacy: 0.25 },
  { price: 0.1, carbon: 0.7, grid: 0.1, adequacy: 0.1 },
  { price: 0.5, carbon: 0.5, grid: 0.001, adequacy: 0 },
)

test('the fast score equals the methodology’s score for one point and for the mean of several, in every composition', () => {
  const composition = fc.nat(compositionCount - 1)
  const samples = fc.integer({ min: 1, max: 6 })
  fc.assert(
    fc.property(fourTenths, samples, composition, fc.oneof(weights, plainWeights), (sums, count, rule, under) => {
      const [price, carbon, grid, adequacy] = sums.map((sum) => sum * count) as typeof sums
      const part = { composition: rule, samples: count, price, carbon, grid, adequacy }
      expect(createWeigh(under)(rule, count, price, carbon, grid, adequacy)).toBe(
        toGlobalScore(computeMeanComposite([part], under)),
      )
    }),
    { numRuns: 20_000 },
  )
})

const weighV1 = (under: ScoreWeights, tenths: number): number =>
  createWeigh(under)(version1Composition, 1, tenths, tenths, tenths, tenths)

test('an exact half is rounded up, wherever its binary number lies', () => {
  // 0.3 · 0.5 + 0.3 · 1 + 0.2 · 0.25 … = 0.5 exactly in decimals.
  expect(weighV1({ price: 0.3, carbon: 0.3, grid: 0.2, adequacy: 0.2 }, 5)).toBe(1)
  expect(weighV1({ price: 0.1, carbon: 0.7, grid: 0.1, adequacy: 0.1 }, 695)).toBe(70)
})

test('weights that add up to 1.001 give at most 100', () => {
  expect(weighV1({ price: 0.5, carbon: 0.5, grid: 0.001, adequacy: 0 }, 1_000)).toBe(100)
})
