import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { bestHours } from './best-hours.ts'
import type { HourlyScore } from './bodies/score.ts'

const startMs = Date.parse('2026-02-03T19:00:00Z')

/** A forecast with these scores, an hour each; null = the hour is missing. */
function forecast(...scores: (number | null)[]): { hours: HourlyScore[] } {
  const hours = scores.flatMap((globalScore, index) => {
    const time = `${new Date(startMs + index * 3_600_000).toISOString().slice(0, 19)}Z`
    const rest = { subScores: null, confidence: 90, spotPriceEurPerMWh: null, carbonIntensityGco2Kwh: null }
    return globalScore === null ? [] : [{ time, globalScore, level: 'Acceptable' as const, ...rest }]
  })
  return { hours }
}

describe('the best hours', () => {
  test('have the best mean, with their start, end and scores', () => {
    const { hours } = forecast(50, 60, 90, 70, 40)
    expect(bestHours({ hours }, { durationHours: 2 })).toEqual({
      start: '2026-02-03T21:00:00Z',
      end: '2026-02-03T23:00:00Z',
      meanScore: 80,
      hours: hours.slice(2, 4),
    })
  })

  test('are the earliest of equal ones', () => {
    expect(bestHours(forecast(60, 80, 80, 60, 80, 80), { durationHours: 2 })?.start).toBe('2026-02-03T20:00:00Z')
  })

  test('have no gap', () => {
    expect(bestHours(forecast(90, null, 90, 10, 20), { durationHours: 2 })?.start).toBe('2026-02-03T21:00:00Z')
    expect(bestHours(forecast(90, null, 90), { durationHours: 2 })).toBeNull()
  })

  test('end before the given instant', () => {
    const rising = forecast(10, 20, 30, 40)
    for (const before of ['2026-02-03T22:00:00Z', '2026-02-03T23:00:00+01:00', new Date('2026-02-03T22:59:59Z')]) {
      expect(bestHours(rising, { durationHours: 2, before })?.end).toBe('2026-02-03T22:00:00Z')
    }
    expect(bestHours(rising, { durationHours: 2, before: '2026-02-03T20:59:59Z' })).toBeNull()
  })

  test('are null in a forecast that is too short or empty', () => {
    expect(bestHours(forecast(1, 2), { durationHours: 3 })).toBeNull()
    expect(bestHours({ hours: [] }, { durationHours: 1 })).toBeNull()
  })

  test('refuse an invalid duration or instant', () => {
    for (const durationHours of [0, 1.5, -1, Number.NaN]) {
      expect(() => bestHours(forecast(1), { durationHours })).toThrow(RangeError)
    }
    for (const before of ['tomorrow', '2026-02-04', '2026-02-04T08:00:00', new Date('never')]) {
      expect(() => bestHours(forecast(1), { durationHours: 1, before })).toThrow(RangeError)
    }
  })

  test('are never worse than any other run', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 48 })
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 48 }), (values, durationHours) => {
        const best = bestHours(forecast(...values), { durationHours })
        const sums = values
          .slice(0, Math.max(0, values.length - durationHours + 1))
          .map((_, first) => values.slice(first, first + durationHours).reduce((sum, value) => sum + value, 0))
        expect(best?.meanScore ?? null).toBe(sums.length === 0 ? null : Math.max(...sums) / durationHours)
      }),
    )
  })
})
