import { expect, test } from 'bun:test'
import { percentile } from './scale-check.ts'

test('interpolates between the two nearest values', () => {
  expect(percentile([10, 20, 30, 40, 50], 50)).toBe(30)
  expect(percentile([10, 20, 30, 40, 50], 10)).toBe(14)
  expect(percentile([0, 100], 98)).toBe(98)
  expect(percentile([7], 25)).toBe(7)
})

test('of nothing there is none', () => {
  expect(() => percentile([], 50)).toThrow(RangeError)
})
