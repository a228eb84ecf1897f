import { describe, expect, test } from 'bun:test'
import type { TariffColor } from '../../grid/public-signals.ts'
import { rule } from './color-constants.ts'
import { computeRedThreshold, computeWhiteThreshold } from './color-rule.ts'
import { type ColorInputs, forecastColors } from './forecast-colors.ts'
import { createNetLoadRecord } from './net-load-record.ts'
import { findTariffSeason } from './tariff-season.ts'

const day = (date: string) => Temporal.PlainDate.from(date)

/**
 * Inputs of variant C: colours before `today` are blue but for the first days that may be red or white, so many that these are left; `known` follows
 * from today on.
 */
function inputsWith(today: string, left: { red: number; white: number }, known: readonly TariffColor[]): ColorInputs {
  const season = findTariffSeason(day(today))
  const placed = { red: rule.stock.red - left.red, white: rule.stock.white - left.white }
  const past = season.filter(({ date }) => date < today)
  const colors = new Map<string, TariffColor>(past.map(({ date }) => [date, 'BLUE']))
  const reds = past.filter(({ mayBeRed }) => mayBeRed).slice(0, placed.red)
  for (const { date } of reds) colors.set(date, 'RED')
  const mayBeWhite = past.filter(({ date, mayBeWhite }) => mayBeWhite && colors.get(date) === 'BLUE')
  for (const { date } of mayBeWhite.slice(0, placed.white)) colors.set(date, 'WHITE')
  for (const [index, color] of known.entries()) colors.set(day(today).add({ days: index }).toString(), color)
  return {
    today: day(today),
    season,
    colors,
    seasonStock: rule.stock,
    netLoad: null,
    forecasts: [],
    weatherForecasts: null,
  }
}

const probabilitiesOf = (inputs: ColorInputs) =>
  Object.fromEntries(forecastColors(inputs)?.days.map(({ date, probabilities }) => [date, probabilities]) ?? [])

describe('the colour rule', () => {
  test('has the published thresholds', () => {
    expect(computeWhiteThreshold(1, { red: 22, white: 43 })).toBeCloseTo(2.295, 9)
    expect(computeRedThreshold(1, { red: 22, white: 43 })).toBeCloseTo(2.458, 9)
    expect(computeWhiteThreshold(190, { red: 13, white: 10 })).toBeCloseTo(0.552, 9)
    expect(computeRedThreshold(190, { red: 13, white: 10 })).toBeCloseTo(0.847, 9)
    expect(findTariffSeason(day('2026-03-09'))[189]).toMatchObject({ date: '2026-03-09', dayOfSeason: 190 })
  })

  test('makes a red day certain when all remaining days must be red, and never on a weekend', () => {
    const forecast = probabilitiesOf(inputsWith('2026-03-12', { red: 13, white: 10 }, ['BLUE', 'RED']))
    for (const date of ['2026-03-16', '2026-03-17', '2026-03-18']) expect(forecast[date]?.red).toBe(1)
    expect(forecast['2026-03-14']?.red).toBe(0)
    expect(forecast['2026-03-15']).toEqual({ blue: 1, white: 0, red: 0 })
  })

  test('places the last red days before 1 April', () => {
    const forecast = probabilitiesOf(inputsWith('2026-03-27', { red: 3, white: 10 }, ['RED', 'BLUE']))
    expect([forecast['2026-03-30']?.red, forecast['2026-03-31']?.red]).toEqual([1, 1])
    expect(forecast['2026-04-01']?.red).toBe(0)
  })

  test('leaves no blue day when every possible white day must be white', () => {
    const forecast = probabilitiesOf(inputsWith('2026-08-24', { red: 0, white: 6 }, ['BLUE']))
    expect(forecast['2026-08-25']).toEqual({ blue: 0, white: 1, red: 0 })
    expect(forecast['2026-08-30']).toEqual({ blue: 1, white: 0, red: 0 })
  })

  test('allows white but not red on public holidays', () => {
    // Easter Monday 2024 fell on 1 April, 1 November 2024 on a Friday.
    const allSaints = findTariffSeason(day('2024-11-01')).find(({ date }) => date === '2024-11-01')
    expect(allSaints).toMatchObject({ mayBeRed: false, mayBeWhite: true })
  })
})

/** A record of 28 days of one net load before `today`, and of the year before it another one, which stands in or is the installation's own. */
function recordOf(today: string, { usual, lately, isOwn }: { usual: number; lately: number; isOwn: boolean }) {
  const count = isOwn ? 400 : 28
  const firstDay = day(today).subtract({ days: count })
  const loadMw = Array.from({ length: count }, (_, index) =>
    index < count - 28 ? usual + 1_500 * (index % 9) : lately,
  )
  const standIn = Array.from({ length: 365 }, (_, index) => usual + 1_500 * (index % 9))
  const known = { firstDay, loadMw, windAndSunMw: loadMw.map(() => 0), temperatureC: [] }
  return createNetLoadRecord(
    { ...known, loadForecastMw: [], windAndSunForecastMw: [] },
    isOwn ? null : { firstDay: '2024-01-01', coldC: 8.8, netLoadMw: standIn },
  )
}

describe('the scale of another year', () => {
  test('is corrected by the colours of the last days, a scale of its own is not', () => {
    const inputs = inputsWith('2026-01-13', { red: 15, white: 25 }, ['BLUE'])
    const later = [...inputs.colors].filter(([date]) => date >= '2025-12-16' && date < '2026-01-13')
    const whites = new Map([
      ...inputs.colors,
      ...later.flatMap(([date]) => (mayBeWhite(date) ? [[date, 'WHITE'] as const] : [])),
    ])
    const blueOf = (colors: ColorInputs['colors'], isOwn: boolean) => {
      const netLoad = recordOf('2026-01-13', { usual: 50_000, lately: 58_000, isOwn })
      const placed = [...colors.values()].filter((color) => color === 'WHITE').length
      const seasonStock = { red: rule.stock.red, white: 25 + placed }
      return forecastColors({ ...inputs, colors, seasonStock, netLoad })?.days[3]?.probabilities.blue ?? Number.NaN
    }
    expect(blueOf(inputs.colors, false)).toBeGreaterThan(blueOf(whites, false) + 0.05)
    expect(blueOf(inputs.colors, true)).toBeCloseTo(blueOf(whites, true), 9)
  })
})

const mayBeWhite = (date: string): boolean =>
  findTariffSeason(day(date)).some((of) => of.date === date && of.mayBeWhite)

describe('a colour outlook', () => {
  test('has today and six days, probabilities that add up to 1, and published colours with certainty', () => {
    const outlook = forecastColors(inputsWith('2026-01-13', { red: 15, white: 25 }, ['WHITE', 'RED']))
    expect(outlook?.days).toHaveLength(7)
    expect(outlook?.variant).toBe('C')
    expect(outlook?.stock).toEqual({ red: 14, white: 24 })
    expect(outlook?.days[1]).toEqual({ date: '2026-01-14', color: 'RED', probabilities: { blue: 0, white: 0, red: 1 } })
    for (const { probabilities } of outlook?.days ?? []) {
      const { blue, white, red } = probabilities
      expect(blue + white + red).toBeCloseTo(1, 12)
    }
  })

  test('has nine days with the weather', () => {
    const inputs = inputsWith('2026-01-13', { red: 15, white: 25 }, ['WHITE', 'RED'])
    const outlook = forecastColors({ ...inputs, weatherForecasts: [] })
    expect(outlook?.days.map(({ date }) => date).at(-1)).toBe('2026-01-22')
    expect(outlook?.days).toHaveLength(10)
  })

  test('is certain of forced days up to the ninth day', () => {
    const inputs = inputsWith('2026-03-23', { red: 7, white: 10 }, ['RED'])
    const ofDay = new Map(forecastColors({ ...inputs, weatherForecasts: [] })?.days.map((day) => [day.date, day]))
    for (const date of ['2026-03-24', '2026-03-30', '2026-03-31']) {
      expect(ofDay.get(date)).toMatchObject({ color: null, probabilities: { blue: 0, white: 0, red: 1 } })
    }
    expect(ofDay.get('2026-03-28')?.probabilities.red).toBe(0)
    expect(ofDay.get('2026-04-01')?.probabilities.red).toBe(0)
  })

  test.each([
    { name: 'without the weather', weatherForecasts: null },
    { name: 'with the weather', weatherForecasts: [] },
  ])('$name ends on 31 August, when the stock is renewed', ({ weatherForecasts }) => {
    const inputs = inputsWith('2026-08-29', { red: 0, white: 0 }, ['BLUE'])
    const outlook = forecastColors({ ...inputs, weatherForecasts })
    expect(outlook?.days.map(({ date }) => date)).toEqual(['2026-08-29', '2026-08-30', '2026-08-31'])
  })

  test('is null when a past colour of the season, and so the stock, is unknown', () => {
    const inputs = inputsWith('2026-01-13', { red: 15, white: 25 }, ['WHITE'])
    const withHole = new Map(inputs.colors)
    withHole.delete('2025-12-28')
    expect(forecastColors({ ...inputs, colors: withHole })).toBeNull()
  })

  test('also forecasts today while its colour is unpublished', () => {
    const outlook = forecastColors(inputsWith('2026-01-13', { red: 15, white: 25 }, []))
    expect(outlook?.days[0]).toMatchObject({ date: '2026-01-13', color: null })
    expect(outlook?.days[0]?.probabilities.red).toBeGreaterThan(0)
  })

  test('never makes an improbable colour impossible', () => {
    const outlook = forecastColors(inputsWith('2025-09-01', { red: 22, white: 43 }, ['BLUE', 'BLUE']))
    expect(outlook?.days[2]?.probabilities).toEqual({ blue: 0.995, white: 0.005, red: 0 })
  })
})
