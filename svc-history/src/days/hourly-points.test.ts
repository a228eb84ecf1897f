import { expect, test } from 'bun:test'
import { computeWholeMean } from './hourly-points.ts'

test('an exact half is rounded away from zero, and the mean of no value is null', () => {
  expect([computeWholeMean(5, 2), computeWholeMean(-5, 2), computeWholeMean(21, 6), computeWholeMean(10, 3)]).toEqual([
    3, -3, 4, 3,
  ])
  expect(computeWholeMean(0, 0)).toBeNull()
})
