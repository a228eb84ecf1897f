import { expect, test } from 'bun:test'
import { computeSpearman } from './spearman.ts'

test('the same order correlates at 1, the opposite at −1, whatever the values', () => {
  expect(computeSpearman([1, 2, 3, 4], [10, 20, 21, 1_000])).toBe(1)
  expect(computeSpearman([1, 2, 3, 4], [5, 4, 3, -90])).toBe(-1)
})

test('ranks 1 2 3 4 5 against 2 1 4 3 5 correlate at 0.8', () => {
  expect(computeSpearman([10, 20, 30, 40, 50], [7, 3, 12, 9, 20])).toBeCloseTo(0.8, 12)
})

test('equal values share their mean rank', () => {
  expect(computeSpearman([1, 2, 3], [4, 4, 9])).toBeCloseTo(1.5 / Math.sqrt(3), 12)
})

test('constant values and fewer than three pairs have no correlation', () => {
  expect(computeSpearman([5, 5, 5], [1, 2, 3])).toBeNull()
  expect(computeSpearman([1, 2, 3], [5, 5, 5])).toBeNull()
  expect(computeSpearman([1, 2], [1, 2])).toBeNull()
})
