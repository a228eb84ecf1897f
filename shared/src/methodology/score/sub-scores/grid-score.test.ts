import { describe, expect, test } from 'bun:test'
import { computeImbalancePoints, rateGrid } from './grid-score.ts'

const adequacy = { value: 61.3, basis: { kind: 'margin', margin: 0.58 } } as const

describe('the grid sub-score', () => {
  test('is 100, 80, 35 or 0 for the signal levels', () => {
    expect([0, 1, 2, 3].map((level) => rateGrid(level, 0, adequacy).value)).toEqual([100, 80, 35, 0])
  })

  test('loses the imbalance points, never falls below 0, and is rounded to one decimal', () => {
    expect(rateGrid(1, 16.64, adequacy).value).toBe(63.4)
    expect(rateGrid(3, 20, adequacy).value).toBe(0)
  })

  test('without a valid signal is the adequacy sub-score, whatever the imbalance', () => {
    for (const level of [undefined, 4, -1]) {
      expect(rateGrid(level, 20, adequacy)).toEqual({ value: 61.3, basis: { kind: 'adequacy' } })
    }
  })
})

describe('imbalance points', () => {
  const points = (negativePriceEurPerMwh: number, spot: number) =>
    computeImbalancePoints({ isUpward: true, negativePriceEurPerMwh }, spot)

  test('rise from 0 at twice the spot price to 20 at 200 EUR/MWh above it', () => {
    expect(points(100, 50)).toBe(0)
    expect(points(200, 50)).toBe(10)
    expect(points(300, 50)).toBe(20)
  })

  test('stay between 0 and 20', () => {
    expect(points(-500, 50)).toBe(0)
    expect(points(5_000, 50)).toBe(20)
  })

  test('treat a spot price below 30 EUR/MWh, also a negative one, as 30', () => {
    expect(points(160, 30)).toBe(10)
    expect(points(160, 3)).toBe(10)
    expect(points(160, -80)).toBe(10)
  })

  test('are 0 while the system is long or the imbalance is unknown', () => {
    expect(computeImbalancePoints({ isUpward: false, negativePriceEurPerMwh: 900 }, 50)).toBe(0)
    expect(computeImbalancePoints(null, 50)).toBe(0)
  })
})
