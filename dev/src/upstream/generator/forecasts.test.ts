import { describe, expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import { quarterMs } from '../subjects/quarter-hour.ts'
import type { PlannedSlot } from '../subjects/slots.ts'
import { generateConsumptionMw, generateForecastMw, generateWeeklyForecast } from './forecasts.ts'
import { generateQuarter } from './generate-quarter.ts'
import { offshorePeakMw, onshorePeakMw, solarPeakMw } from './renewables.ts'

const yearStart = Temporal.Instant.from('2025-12-31T23:00:00Z').epochMilliseconds
const everySixHours = Array.from({ length: 365 * 4 }, (_, index) => yearStart + index * 6 * hourMs)
const everyHour = Array.from({ length: 365 * 24 }, (_, index) => yearStart + index * hourMs)

const slotAt = (startEpochMs: number, leadHours: number, slotMs = quarterMs): PlannedSlot => ({
  startEpochMs,
  endEpochMs: startEpochMs + slotMs,
  publishedEpochMs: startEpochMs - leadHours * hourMs,
})
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
/** Mean absolute error of what is forecast at a lead, MW. */
const meanErrorMw = (forecastAt: (start: number) => number, realisedAt: (start: number) => number): number =>
  mean(everySixHours.map((start) => Math.abs(forecastAt(start) - realisedAt(start))))
const wind = (start: number, leadHours: number): number =>
  generateForecastMw(slotAt(start, leadHours), 'D-1').get('D-1/WIND_ONSHORE') ?? Number.NaN
const load = (start: number, leadHours: number): number =>
  generateConsumptionMw(slotAt(start, leadHours), 'D-1').get('D-1') ?? Number.NaN
const realisedLoad = (start: number): number => generateQuarter(start).load ?? Number.NaN

describe('the error of a forecast', () => {
  test('grows with the lead, for wind and for consumption', () => {
    const windErrors = [1, 12, 30, 72].map((lead) =>
      meanErrorMw(
        (start) => wind(start, lead),
        (start) => generateQuarter(start).windOnshore ?? Number.NaN,
      ),
    )
    const loadErrors = [1, 12, 30, 72, 200].map((lead) => meanErrorMw((start) => load(start, lead), realisedLoad))
    for (const errors of [windErrors, loadErrors]) {
      expect(errors).toEqual([...errors].sort((a, b) => a - b))
      expect(new Set(errors).size).toBe(errors.length)
    }
  })

  test('has a realistic size at a lead of one day: a few percent of the wind, about one percent of the consumption', () => {
    const windShare =
      meanErrorMw(
        (start) => wind(start, 24),
        (start) => generateQuarter(start).windOnshore ?? Number.NaN,
      ) / mean(everySixHours.map((start) => generateQuarter(start).windOnshore ?? Number.NaN))
    const loadShare = meanErrorMw((start) => load(start, 24), realisedLoad) / mean(everySixHours.map(realisedLoad))
    expect(windShare).toBeWithin(0.02, 0.15)
    expect(loadShare).toBeWithin(0.002, 0.02)
  })

  test('has both signs', () => {
    const signs = new Set(everySixHours.map((start) => Math.sign(load(start, 24) - realisedLoad(start))))
    expect([signs.has(1), signs.has(-1)]).toEqual([true, true])
  })
})

describe('forecasts of generation', () => {
  test('lie between zero and the installed power at every lead, and there is no sun at night', () => {
    for (const start of everyHour) {
      const forecast = generateForecastMw(slotAt(start, 240), 'D-3')
      for (const [type, peakMw] of [
        ['SOLAR', solarPeakMw],
        ['WIND_ONSHORE', onshorePeakMw],
        ['WIND_OFFSHORE', offshorePeakMw],
      ] as const) {
        expect(forecast.get(`D-3/${type}`)).toBeWithin(0, peakMw + 1)
      }
      if (generateQuarter(start).solar === 0) expect(forecast.get('D-3/SOLAR')).toBe(0)
    }
  })
})

describe('consumption', () => {
  test('the realised value is the load of the generated quarter-hours', () => {
    for (const start of everySixHours.slice(0, 100)) {
      expect(generateConsumptionMw(slotAt(start, -1), 'REALISED').get('REALISED')).toBe(realisedLoad(start))
    }
  })

  test('balances with production, pumping and trade, rounding excepted', () => {
    for (const start of everySixHours) {
      const quarter = generateQuarter(start)
      const fields = [
        'nuclear',
        'gas',
        'coal',
        'oil',
        'hydro',
        'wind',
        'solar',
        'bioenergy',
        'pumping',
        'exchange',
      ] as const
      const suppliedMw = fields.reduce((sum, field) => sum + (quarter[field] ?? Number.NaN), 0)
      expect(Math.abs(suppliedMw - realisedLoad(start))).toBeLessThanOrEqual(5)
    }
  })

  test('consumption of a half-hour is close to the mean of its quarter-hours', () => {
    for (const start of everySixHours.slice(0, 100)) {
      const half = generateConsumptionMw(slotAt(start, 48, 2 * quarterMs), 'D-2').get('D-2') ?? Number.NaN
      const quarters = mean([realisedLoad(start), realisedLoad(start + quarterMs)])
      expect(Math.abs(half - quarters)).toBeLessThan(0.03 * quarters)
    }
  })

  test('the weekly forecast has a temperature that is low in winter, and lower than usual when consumption is higher', () => {
    const at = (date: string) =>
      generateWeeklyForecast(slotAt(Temporal.Instant.from(date).epochMilliseconds, 100, 2 * quarterMs))
    const january = at('2026-01-20T18:00:00Z').get('TEMPERATURE') ?? Number.NaN
    const july = at('2026-07-20T18:00:00Z').get('TEMPERATURE') ?? Number.NaN
    expect(january).toBeLessThan(july - 5)
    const nights = Array.from({ length: 60 }, (_, day) =>
      generateWeeklyForecast(slotAt(yearStart + day * 24 * hourMs, 100)),
    )
    const loadOf = (isCold: boolean) =>
      mean(
        nights
          .filter((night) => (night.get('TEMPERATURE_DEVIATION') ?? 0) < 0 === isCold)
          .map((night) => night.get('LOAD') ?? Number.NaN),
      )
    expect(loadOf(true)).toBeGreaterThan(loadOf(false))
  })
})
