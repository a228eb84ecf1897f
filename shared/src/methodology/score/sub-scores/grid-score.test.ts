import { describe, expect, test } from 'bun:test'
import { imbalancePoints, rateGrid } from './grid-score.ts'

const adequacy = { value: 61.3, basis: { kind: 'margin', margin: 0.58 } } as const

describe('grid sub-score', () => {
  test('is that of the signal: 100, 80, 35, 0', () => {
    expect([0, 1, 2, 3].map((level) => rateGrid(level, 0, adequacy).value)).toEqual([100, 80, 35, 0])
  })

  test('loses the points of an imbalance, never below 0, rounded to one decimal', () => {
    expect(rateGrid(1, 16.64, adequacy).value).toBe(63.4)
    expect(rateGrid(3, 20, adequacy).value).toBe(0)
  })

  test('without a signal, or with a level that does not exist, is the adequacy sub-score whatever the imbalance', () => {
    for (const level of [undefined, 4, -1]) {
      expect(rateGrid(level, 20, adequacy)).toEqual({ value: 61.3, basis: { kind: 'adequacy' } })
    }
  })
})

describe('points of an imbalance', () => {
  const points = (negativePriceEurPerMwh: number, spot: number) =>
    imbalancePoints({ isUpward: true, negativePriceEurPerMwh }, spot)

  test('rise from 0 at twice the spot price to 20 at 200 EUR/MWh above it', () => {
    expect(points(100, 50)).toBe(0)
    expect(points(200, 50)).toBe(10)
    expect(points(300, 50)).toBe(20)
  })

  test('are clamped on both sides', () => {
    expect(points(-500, 50)).toBe(0)
    expect(points(5_000, 50)).toBe(20)
  })

  test('take a spot price below 30 EUR/MWh, also a negative one, as 30', () => {
    expect(points(160, 30)).toBe(10)
    expect(points(160, 3)).toBe(10)
    expect(points(160, -80)).toBe(10)
  })

  test('are none while the system is long, or nothing is known', () => {
    expect(imbalancePoints({ isUpward: false, negativePriceEurPerMwh: 900 }, 50)).toBe(0)
    expect(imbalancePoints(null, 50)).toBe(0)
  })
})
