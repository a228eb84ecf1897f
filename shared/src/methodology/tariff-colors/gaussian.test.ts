import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { computeNormalCdf, createMatrix, learn, limitVariance, readCell } from './gaussian.ts'

const correlation = (size: number) => createMatrix(size, (row, column) => 0.8 ** Math.abs(row - column))

test('the normal distribution function has the tabulated values', () => {
  expect(computeNormalCdf(0)).toBe(0.5)
  expect(computeNormalCdf(1)).toBeCloseTo(0.8413447460685429, 14)
  expect(computeNormalCdf(-1.96)).toBeCloseTo(0.024997895148220435, 14)
  expect(computeNormalCdf(4)).toBeCloseTo(0.9999683287581669, 14)
  expect([computeNormalCdf(-9), computeNormalCdf(9)]).toEqual([0, 1])
})

test('a learned value of one day moves the other days by their correlation, and makes only that day certain', () => {
  const prior = { mean: [0, 0, 0], covariance: correlation(3) }
  const { mean, covariance } = learn(prior, [0], { mean: [1], covariance: [[0]] })
  for (const [day, expected] of [1, 0.8, 0.64].entries()) expect(mean[day]).toBeCloseTo(expected, 12)
  expect(readCell(covariance, 0, 0)).toBeCloseTo(0, 12)
  expect(readCell(covariance, 2, 2)).toBeCloseTo(1 - 0.64 ** 2, 12)
  expect(readCell(covariance, 1, 2)).toBeCloseTo(0.8 - 0.8 * 0.64, 12)
})

test('learning a value that is already believed changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 4, maxLength: 4 }), (mean) => {
      const prior = { mean, covariance: correlation(4) }
      const known = [1, 3]
      const believed = {
        mean: known.map((day) => mean[day] ?? 0),
        covariance: known.map((row) => known.map((column) => readCell(prior.covariance, row, column))),
      }
      const after = learn(prior, known, believed)
      for (const [day, value] of mean.entries()) {
        expect(after.mean[day]).toBeCloseTo(value, 9)
        for (const other of mean.keys()) {
          expect(readCell(after.covariance, day, other)).toBeCloseTo(readCell(prior.covariance, day, other), 9)
        }
      }
    }),
  )
})

test('limiting a variance keeps the correlations', () => {
  const wide = {
    mean: [0, 0],
    covariance: [
      [4, 1],
      [1, 1],
    ],
  }
  expect(
    limitVariance(wide, [
      [1, 0],
      [0, 9],
    ]).covariance,
  ).toEqual([
    [1, 0.5],
    [0.5, 1],
  ])
})
