import { describe, expect, test } from 'bun:test'
import {
  buildColorPaths,
  buildErrorPaths,
  computePlanBand,
  computeProbabilityBelow,
  toPaidPaths,
} from './value-paths.ts'

const segment = (first: number, slots: number) => [{ first, slots }]
/** 11 paths whose errors are −5 … 5, in opposite directions in slots 0 and 1. */
const opposed = Array.from({ length: 11 }, (_, path) => [path - 5, 5 - path, 0])

describe('error paths', () => {
  test('apply to the whole plan: errors that cancel out give no band', () => {
    const paths = buildErrorPaths([10, 10, 10], opposed, 'difference')
    expect(computePlanBand(paths, segment(0, 2))).toEqual({ low: 20, high: 20 })
    expect(computePlanBand(paths, segment(0, 1))).toEqual({ low: 6, high: 14 })
  })

  test('may be ratios, so that an intensity stays positive', () => {
    const paths = buildErrorPaths(
      [20, 20],
      [
        [Math.log(2), 0],
        [Math.log(0.5), 0],
      ],
      'logRatio',
    )
    expect(computePlanBand(paths, segment(0, 2))?.high).toBeCloseTo(30 + 0.9 * 30, 12)
  })

  test('do not change a known value, nor move a score beyond 0 and 100', () => {
    const known = buildErrorPaths([10, 10, 10], opposed, 'difference', (slot) => slot === 0)
    expect(computePlanBand(known, segment(0, 1))).toEqual({ low: 10, high: 10 })
    expect(computePlanBand(buildErrorPaths([99], [[5]], 'difference', undefined, [0, 100]), segment(0, 1))?.high).toBe(
      100,
    )
  })

  test('without a slot of the plan are left out, and without any path there is no band', () => {
    const paths = buildErrorPaths(
      [10, 10],
      [
        [1, Number.NaN],
        [2, 0],
      ],
      'difference',
    )
    expect(computePlanBand(paths, segment(0, 2))).toEqual({ low: 22, high: 22 })
    expect(computePlanBand(buildErrorPaths([null], [[1]], 'difference'), segment(0, 1))).toBeNull()
    expect(computePlanBand(buildErrorPaths([10], [], 'difference'), segment(0, 1))).toBeNull()
  })

  test('may begin before the window', () => {
    const paths = { ...buildErrorPaths([10, 20, 30], [[0, 0, 0]], 'difference'), first: 1 }
    expect(computePlanBand(paths, segment(0, 2))).toEqual({ low: 50, high: 50 })
  })

  test('of market prices become paid prices with an adder by slot, up to a slot whose adder is unknown', () => {
    const paths = toPaidPaths(buildErrorPaths([80, 120, 90], [[0, 0, 0]], 'difference'), [0.05, 0.1, null], 20)
    expect(computePlanBand(paths, segment(0, 1))?.low).toBeCloseTo((0.08 + 0.05) * 1.2, 12)
    expect(computePlanBand(paths, segment(1, 1))?.low).toBeCloseTo((0.12 + 0.1) * 1.2, 12)
    expect(computePlanBand(paths, segment(2, 1))).toBeNull()
  })

  test('of market prices become paid prices: (price + adder) · (1 + VAT)', () => {
    const paths = toPaidPaths(buildErrorPaths([80, 120], [[0, 0]], 'difference'), [0.05, 0.05], 20)
    expect(computePlanBand(paths, segment(0, 2))?.low).toBeCloseTo(0.156 + 0.204, 12)
  })
})

describe('the probability that a plan is better', () => {
  test('is the share of paths in which it costs less', () => {
    const paths = buildErrorPaths([10, 12, 10], opposed, 'difference')
    // 10 + e < 12 − e for e = −5 … 0.
    expect(computeProbabilityBelow(paths, segment(0, 1), segment(1, 1))).toBeCloseTo(6 / 11, 12)
  })

  test('is 0 for a plan compared with itself', () => {
    expect(computeProbabilityBelow(buildErrorPaths([1, 2], [[0, 0]], 'difference'), segment(0, 1), segment(0, 1))).toBe(
      0,
    )
  })

  test('over tariff colours weights every combination by its probability', () => {
    const prices = { blue: 0.1, white: 0.2, red: 0.7 }
    const byDate: Readonly<Record<string, Record<'blue' | 'white' | 'red', number>>> = {
      today: { blue: 0, white: 1, red: 0 },
      tomorrow: { blue: 0.7, white: 0.1, red: 0.2 },
    }
    const paths = buildColorPaths(
      ['today', 'tomorrow'],
      (date) => byDate[date] ?? null,
      (_, color) => prices[color],
    )
    expect(paths?.weights).toEqual([0.7, 0.1, 0.2])
    expect(paths && computeProbabilityBelow(paths, segment(1, 1), segment(0, 1))).toBeCloseTo(0.7, 12)
    expect(paths && computeProbabilityBelow(paths, segment(0, 1), segment(1, 1))).toBeCloseTo(0.2, 12)
    expect(
      buildColorPaths(
        ['later'],
        (date) => byDate[date] ?? null,
        () => 1,
      ),
    ).toBeNull()
  })
})
