import { describe, expect, test } from 'bun:test'
import {
  computeArchivedLevels,
  computeBand,
  computeBandError,
  computeNextAlpha,
  computeQuantile,
  findBandBucket,
  findFrozenLevels,
} from './bands.ts'

describe('a band', () => {
  test('is forecast·exp(q·s) with s = (spread² + 0.06²)^¼', () => {
    // spread 0.08: s² = 0.1, s = 0.316228; 20·exp(−0.34·s) and 20·exp(0.37·s).
    const { low, high } = computeBand(20, 0.08, findFrozenLevels(1))
    expect(low).toBeCloseTo(20 * Math.exp(-0.34 * Math.sqrt(0.1)), 12)
    expect(high).toBeCloseTo(20 * Math.exp(0.37 * Math.sqrt(0.1)), 12)
  })

  test('holds its quantiles: the error of each edge is the quantile itself', () => {
    const { low, high } = computeBand(31, 0.2, { low: -0.5, high: 0.6 })
    expect(computeBandError(low, 31, 0.2)).toBeCloseTo(-0.5, 12)
    expect(computeBandError(high, 31, 0.2)).toBeCloseTo(0.6, 12)
    expect(computeBandError(0, 31, 0.2)).toBeNull()
  })

  test('the frozen quantiles widen with the lead', () => {
    const leads = [0, 3, 4, 6, 7, 12, 13, 24, 25, 36, 37, 48]
    expect(leads.map((lead) => findFrozenLevels(lead).high)).toEqual([
      0.37, 0.37, 0.43, 0.43, 0.47, 0.47, 0.56, 0.56, 0.7, 0.7, 0.79, 0.79,
    ])
  })

  test('groups leads into the documented buckets', () => {
    expect([0, 1, 2, 3, 4, 6, 7, 10, 13, 19, 25, 31, 37, 48].map(findBandBucket)).toEqual([
      0, 0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 10,
    ])
  })
})

describe('archived errors', () => {
  const errors = Float64Array.from({ length: 101 }, (_, index) => index / 100)

  test('count from 100 errors on, and give p10 and p90', () => {
    expect(computeArchivedLevels(errors.subarray(0, 99), 0)).toBeNull()
    const levels = computeArchivedLevels(errors, 0)
    expect(levels?.low).toBeCloseTo(0.1, 12)
    expect(levels?.high).toBeCloseTo(0.9, 12)
  })

  test('are narrowed by a positive α on each side', () => {
    const levels = computeArchivedLevels(errors, 0.05)
    expect(levels?.low).toBeCloseTo(0.15, 12)
    expect(levels?.high).toBeCloseTo(0.85, 12)
  })

  test('give interpolated quantiles', () => {
    expect(computeQuantile([1, 2, 4], 0.75)).toBe(3)
    expect(computeQuantile([7], 0.3)).toBe(7)
  })

  test('lower α while too many values lie outside the band, raise it while too few do, within ±0.08', () => {
    expect(computeNextAlpha(0, 30, 100)).toBeCloseTo(-0.002, 12)
    expect(computeNextAlpha(0, 10, 100)).toBeCloseTo(0.002, 12)
    expect(computeNextAlpha(0.01, 0, 0)).toBe(0.01)
    expect(computeNextAlpha(-0.0799, 100, 100)).toBe(-0.08)
  })
})
