import { expect, test } from 'bun:test'
import { computeDistribution } from './season-distributions.ts'

test('the ends of the scale are separate bands, and a bound belongs to the band above it', () => {
  const values = [0, 0.1, 19.9, 20, 40, 60, 80, 99.9, 100, 100]
  expect(computeDistribution(values).bandShares).toEqual([0.1, 0.2, 0.1, 0.1, 0.1, 0.2, 0.2])
})

test('the mode is the most frequent value, the lowest of equal ones', () => {
  expect(computeDistribution([50, 12.3, 50, 9])).toMatchObject({ mode: 50, modeShare: 0.5 })
  expect(computeDistribution([50, 12.3, 50, 12.3])).toMatchObject({ mode: 12.3, modeShare: 0.5 })
})

test('no values have no mode', () => {
  expect(computeDistribution([])).toEqual({ bandShares: [0, 0, 0, 0, 0, 0, 0], mode: null, modeShare: 0 })
})
