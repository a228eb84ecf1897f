import { describe, expect, test } from 'bun:test'
import { residualModels } from './color-constants.ts'
import { computeWhiteThreshold } from './color-rule.ts'
import { readCell } from './gaussian.ts'
import {
  believeByNetLoad,
  learnForecasts,
  learnPublishedColor,
  learnScaleOffset,
  learnWeatherForecasts,
} from './net-load-belief.ts'
import { findTariffSeason } from './tariff-season.ts'

const season = findTariffSeason(Temporal.PlainDate.from('2026-01-13'))
const first = season.findIndex(({ date }) => date === '2026-01-13')
const days = season.slice(first, first + 10)
const { winter } = residualModels
const belief = believeByNetLoad(winter, days, { lastDay: 0.2, dayBefore: 0.1, mean28: 0 })
const varianceOf = (of: typeof belief) => of.mean.map((_, day) => readCell(of.covariance, day, day))

/** Diagonal of the triangular factor of a matrix; NaN where the matrix is not positive definite. */
function factorDiagonal(matrix: readonly (readonly number[])[]): number[] {
  const factor = matrix.map((row) => row.map(() => 0))
  for (const [row, line] of factor.entries()) {
    for (let column = 0; column <= row; column += 1) {
      let rest = readCell(matrix, row, column)
      for (let of = 0; of < column; of += 1) rest -= (line[of] ?? 0) * readCell(factor, column, of)
      line[column] = row === column ? Math.sqrt(rest) : rest / readCell(factor, column, column)
    }
  }
  return factor.map((line, row) => line[row] ?? Number.NaN)
}

describe.each(Object.entries(residualModels))('the constants of the %s', (_, model) => {
  test('have ten leads, and twenty lags of the calendar', () => {
    for (const ofLeads of [model.lastDay, model.dayBefore, model.mean28, model.weatherShare]) {
      expect(ofLeads).toHaveLength(10)
    }
    expect(model.autocorrelation).toHaveLength(20)
    for (const matrix of [model.covariance, model.weatherCovariance]) {
      expect(matrix.map((row) => row.length)).toEqual(Array(10).fill(10))
    }
  })

  test('have covariances that are symmetric and positive definite; a weather forecast leaves less variance than none', () => {
    for (const matrix of [model.covariance, model.weatherCovariance]) {
      for (const [row, line] of matrix.entries()) {
        for (const column of line.keys()) expect(readCell(matrix, column, row)).toBe(readCell(matrix, row, column))
      }
      for (const root of factorDiagonal(matrix)) expect(root).toBeGreaterThan(0)
    }
    for (const lead of model.weatherShare.keys()) {
      expect(readCell(model.weatherCovariance, lead, lead)).toBeLessThan(readCell(model.covariance, lead, lead))
    }
  })

  test('trust a weather forecast of today most, and never fully or not at all', () => {
    for (const share of model.weatherShare) {
      expect(share).toBeGreaterThan(0.2)
      expect(share).toBeLessThanOrEqual(model.weatherShare[0] ?? 0)
    }
    expect(model.weatherShare[0]).toBeLessThan(1)
  })
})

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

  test('moves by the fitted share of a weather forecast, with the fitted error, and days without one follow by regression', () => {
    const at = (lead: number, above: number) => ({ index: lead, mean: (belief.mean[lead] ?? 0) + above, sd: null })
    const after = learnWeatherForecasts(winter, belief, [at(0, 0.4), at(3, 0.4), at(9, -0.4)])
    const moved = after.mean.map((mean, lead) => mean - (belief.mean[lead] ?? 0))
    expect(moved[0]).toBeCloseTo(0.925 * 0.4, 9)
    expect(moved[3]).toBeCloseTo(0.767 * 0.4, 9)
    expect(moved[9]).toBeCloseTo(-0.508 * 0.4, 9)
    expect(varianceOf(after)[3]).toBeCloseTo(0.0316, 3)
    expect(readCell(after.covariance, 0, 3)).toBeCloseTo(0.004337, 9)
    // Lead 2 lies between two days that are above what was expected.
    expect(moved[2]).toBeGreaterThan(0.1)
    for (const [lead, variance] of varianceOf(after).entries()) {
      expect(variance).toBeLessThanOrEqual((varianceOf(belief)[lead] ?? 0) + 1e-12)
    }
  })

  test('takes a published forecast of tomorrow in full, with its own error and the correlations of the fitted ones', () => {
    const published = { index: 1, mean: (belief.mean[1] ?? 0) + 0.4, sd: 0.08 }
    const later = { index: 2, mean: belief.mean[2] ?? 0, sd: null }
    const after = learnWeatherForecasts(winter, belief, [published, later])
    expect(after.mean[1]).toBeCloseTo(published.mean, 9)
    expect(varianceOf(after)[1]).toBeCloseTo(0.08 ** 2, 9)
    const correlation = (of: typeof after.covariance) =>
      readCell(of, 1, 2) / Math.sqrt(readCell(of, 1, 1) * readCell(of, 2, 2))
    expect(correlation(after.covariance)).toBeCloseTo(correlation(winter.weatherCovariance), 9)
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

describe('the offset of a scale of another year', () => {
  const stock = { red: 15, white: 25 }
  const [day] = days
  if (day === undefined) throw new Error('the season has this day')
  const white = computeWhiteThreshold(day.dayOfSeason, stock)

  test('is positive after colours above what net load said, negative after colours below, and grows with their number', () => {
    const above = { day, stock, color: 'WHITE', value: white - 0.15 } as const
    const below = { day, stock, color: 'BLUE', value: white + 0.15 } as const
    expect(learnScaleOffset([above])).toBeGreaterThan(0.03)
    expect(learnScaleOffset([below])).toBeLessThan(-0.03)
    expect(learnScaleOffset([above, above, above])).toBeGreaterThan(learnScaleOffset([above]) + 0.02)
  })

  test('is nothing without a day, after forced days, and next to nothing after a single colour that no offset explains', () => {
    expect(learnScaleOffset([])).toBeCloseTo(0, 12)
    const forced = { day, stock: { red: day.redDaysLeft, white: 25 }, color: 'RED', value: white - 1 } as const
    expect(learnScaleOffset([forced, forced])).toBeCloseTo(0, 12)
    expect(Math.abs(learnScaleOffset([{ day, stock, color: 'WHITE', value: white - 1.5 }]))).toBeLessThan(0.01)
  })
})
