import { expect, test } from 'bun:test'
import { computeWindShares } from './wind-curves.ts'

test('the weighted shares of four points are those of an independent calculation', () => {
  const weights = [0.4, 0.3, 0.2, 0.1]
  const sums = weights.reduce(
    ([a, b, c], weight, point) => {
      const { q6, q8, q11 } = computeWindShares(Math.max(0, 8 + 4 * Math.sin(point) + 2 * Math.sin(2 * point)))
      return [a + weight * q6, b + weight * q8, c + weight * q11] as [number, number, number]
    },
    [0, 0, 0] as [number, number, number],
  )
  expect(sums.map((value) => value.toFixed(4))).toEqual(['0.9067', '0.6419', '0.3845'])
})

test('there is no power without wind, and hardly any in a storm', () => {
  expect(computeWindShares(0)).toEqual({ q6: 0, q8: 0, q11: 0 })
  expect(Math.max(...Object.values(computeWindShares(35)))).toBeLessThan(0.001)
})
