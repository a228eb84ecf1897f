import { describe, expect, test } from 'bun:test'
import { readCell } from './gaussian.ts'
import { believeByNetLoad, learnForecasts, learnPublishedColor } from './net-load-belief.ts'
import { findTariffSeason } from './tariff-season.ts'

const season = findTariffSeason(Temporal.PlainDate.from('2026-01-13'))
const first = season.findIndex(({ date }) => date === '2026-01-13')
const days = season.slice(first, first + 7)
const belief = believeByNetLoad(days, { lastDay: 0.2, dayBefore: 0.1, mean28: 0 })
const varianceOf = (of: typeof belief) => of.mean.map((_, day) => readCell(of.covariance, day, day))

describe('the net load belief', () => {
  test('follows the last days with decreasing weight', () => {
    const above = belief.mean.map((mean, lead) => mean - (days[lead]?.calendarMean ?? 0))
    expect(above[0]).toBeCloseTo(0.9987 * 0.2 - 0.1891 * 0.1, 9)
    expect(above[6]).toBeCloseTo(0.2944 * 0.2 - 0.1433 * 0.1, 9)
  })

  test('takes a day’s forecast as its mean, moves the other days with it, and never becomes less certain', () => {
    const after = learnForecasts(belief, [
      { index: 1, mean: (belief.mean[1] ?? 0) + 0.5, sd: 0.08 },
      { index: 2, mean: (belief.mean[2] ?? 0) + 0.5, sd: 9 },
    ])
    expect(after.mean[1]).toBeCloseTo((belief.mean[1] ?? 0) + 0.5, 9)
    expect(varianceOf(after)[1]).toBeCloseTo(0.08 ** 2, 9)
    expect(after.mean[3]).toBeGreaterThan(belief.mean[3] ?? 0)
    for (const [day, variance] of varianceOf(after).entries()) {
      expect(variance).toBeLessThanOrEqual((varianceOf(belief)[day] ?? 0) + 1e-12)
    }
  })

  test('rises for every day when today is published red, unless that red was forced', () => {
    const [today] = days
    if (today === undefined) throw new Error('the season has this day')
    const red = learnPublishedColor(belief, 0, { day: today, stock: { red: 15, white: 25 }, color: 'RED' })
    for (const [day, mean] of red.mean.entries()) expect(mean).toBeGreaterThan(belief.mean[day] ?? 0)
    const forced = { day: today, stock: { red: today.redDaysLeft, white: 25 }, color: 'RED' } as const
    const same = learnPublishedColor(belief, 0, forced)
    for (const [day, mean] of same.mean.entries()) expect(mean).toBeCloseTo(belief.mean[day] ?? 0, 6)
    expect(learnPublishedColor(belief, 0, { ...forced, color: 'BLUE' })).toBe(belief)
  })
})
