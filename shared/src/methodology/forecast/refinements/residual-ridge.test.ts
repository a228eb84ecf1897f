import { describe, expect, test } from 'bun:test'
import type { CorrectionInputs } from '../forecast-issue.ts'
import {
  buildRidgeTerms,
  createRidgeBucket,
  findRidgeBucket,
  type RidgeSample,
  solveRidge,
  teachRidge,
} from './residual-ridge.ts'

const centre: CorrectionInputs = {
  uncorrected: 30,
  residualMw: 40_000,
  windMw: 6_000,
  solarMw: 3_000,
  priceEurPerMwh: 60,
  sameHour: 30,
  recentError: 0,
  hourBias: 0,
}
const unknown: CorrectionInputs = {
  uncorrected: 30,
  residualMw: null,
  windMw: null,
  solarMw: null,
  priceEurPerMwh: null,
  sameHour: null,
  recentError: null,
  hourBias: null,
}

describe('the terms of the ridge', () => {
  test('are 0 at their centres and where an input is unknown, but for the constant', () => {
    expect(buildRidgeTerms(centre)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(buildRidgeTerms(unknown)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0])
  })

  test('lie within ±4', () => {
    const [high, low] = [
      { residualMw: 1e6, windMw: 1e6, solarMw: 1e6, priceEurPerMwh: 1e4, sameHour: 1e6, recentError: 9, hourBias: 9 },
      {
        residualMw: -1e6,
        windMw: -1e6,
        solarMw: -1e6,
        priceEurPerMwh: -1e4,
        sameHour: 1e-6,
        recentError: -9,
        hourBias: -9,
      },
    ]
    expect(buildRidgeTerms({ uncorrected: 30, ...high })).toEqual([1, 0, 4, 4, 4, 4, 4, 4, 4])
    expect(buildRidgeTerms({ uncorrected: 30, ...low })).toEqual([1, 0, -4, -4, -4, -4, -4, -4, -4])
    expect(buildRidgeTerms({ ...centre, uncorrected: 30 * Math.exp(5), sameHour: null })[1]).toBe(4)
  })
})

describe('a bucket of the ridge', () => {
  /** Hours that all missed by the same, one a Paris day unless `perDay` says more. */
  const samples = (days: number, change: Partial<RidgeSample> = {}, perDay = 1): RidgeSample[] =>
    Array.from({ length: days * perDay }, (_, index) => {
      return {
        terms: buildRidgeTerms(centre),
        error: 0.2,
        ageDays: 0,
        weight: 1,
        targetDay: Math.floor(index / perDay),
        ...change,
      }
    })
  const solve = (of: readonly RidgeSample[]) => solveRidge(teachRidge(createRidgeBucket(), 0, of))

  test('corrects nothing with targets on fewer than 30 Paris days, however many hours they have', () => {
    expect(solve(samples(29, {}, 24))).toBeNull()
    expect(solve(samples(30))?.[0]).toBeCloseTo((30 * 0.2) / (30 + 2.5), 12)
  })

  test('is held back by 50, and the constant by 2.5', () => {
    const terms = [0, 1, 0, 0, 0, 0, 0, 0, 0]
    expect(solve(samples(30, { terms }))?.[1]).toBeCloseTo((30 * 0.2) / (30 + 50), 12)
  })

  test('counts errors up to a factor of e', () => {
    expect(solve(samples(30, { error: 5 }))?.[0]).toBeCloseTo(30 / (30 + 2.5), 12)
    expect(solve(samples(30, { error: -5 }))?.[0]).toBeCloseTo(-30 / (30 + 2.5), 12)
  })

  test('learns from hourly issues as much as from issues every three hours, because each weighs a third', () => {
    const hourly = solve(samples(40, { weight: 1 / 3 }, 3))
    for (const [term, value] of (solve(samples(40)) ?? []).entries()) expect(hourly?.[term]).toBeCloseTo(value, 12)
  })

  test('forgets half in 180 days, and is the same taught day by day or at once', () => {
    expect(solve(samples(30, { ageDays: 180 }))?.[0]).toBeCloseTo((15 * 0.2) / (15 + 2.5), 12)
    const atOnce = teachRidge(createRidgeBucket(), 0, [...samples(30, { ageDays: 10 }), ...samples(31).slice(30)])
    const first = teachRidge(createRidgeBucket(), 0, samples(30))
    const dayByDay = teachRidge(first, 10, samples(31).slice(30))
    expect(dayByDay.targetDays).toBe(31)
    for (const [term, value] of (solveRidge(atOnce) ?? []).entries())
      expect(solveRidge(dayByDay)?.[term]).toBeCloseTo(value, 12)
  })

  test('counts a Paris day once, also when its hours come in several parts', () => {
    const part = teachRidge(createRidgeBucket(), 0, samples(3))
    expect(teachRidge(part, 1, samples(3).slice(2)).targetDays).toBe(3)
  })

  test('is one of eight by lead', () => {
    expect([0, 1, 3, 4, 12, 13, 24, 25, 48, 49, 60, 61, 72].map(findRidgeBucket)).toEqual([
      0, 0, 0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 7,
    ])
  })
})
