import { expect, test } from 'bun:test'
import { wholeMean } from './hourly-points.ts'

test('an exact half is rounded away from zero, and the mean of no value is null', () => {
  expect([wholeMean(5, 2), wholeMean(-5, 2), wholeMean(21, 6), wholeMean(10, 3)]).toEqual([3, -3, 4, 3])
  expect(wholeMean(0, 0)).toBeNull()
})
