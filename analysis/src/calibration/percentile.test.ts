import { expect, test } from 'bun:test'
import { computePercentile } from './scale-check.ts'

test('a percentile interpolates between the two nearest values', () => {
  expect(computePercentile([10, 20, 30, 40, 50], 50)).toBe(30)
  expect(computePercentile([10, 20, 30, 40, 50], 10)).toBe(14)
  expect(computePercentile([0, 100], 98)).toBe(98)
  expect(computePercentile([7], 25)).toBe(7)
})

test('a percentile of no value is an error', () => {
  expect(() => computePercentile([], 50)).toThrow(RangeError)
})
