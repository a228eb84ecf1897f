import { describe, expect, test } from 'bun:test'
import { residualModels } from '@hexawatt/shared/methodology/tariff-colors/color-constants'
import type { RecordedColors } from '../recorded/recorded-colors.ts'
import { createDailyRegressions, fullHistory } from './daily-regressions.ts'
import { fitWithoutSeason, type WeatherSample } from './fit-weather-models.ts'
import { createNormalNumbers } from './normal-numbers.ts'

const days = 500
const today = 480
const normal = createNormalNumbers(3)
const temperatureC = Array.from({ length: days }, () => 8 + 3 * normal())
const windMs = Array.from({ length: days }, () => Math.max(1, 6 + 2 * normal()))
/** 2 % of the load a degree of what buildings feel, and wind by the cube of the speed. */
const loadMw = temperatureC.map(
  (degrees, day) => 55_000 * Math.exp(0.02 * (8 - 0.6 * degrees - 0.4 * (temperatureC[day - 1] ?? 8))),
)
const windMw = windMs.map((speed) => 20 * speed ** 3)
const sunMw = windMs.map(() => 2_000)

function recordWith(changed: Partial<Record<'loadMw' | 'windMw' | 'sunMw', number[]>> = {}): RecordedColors {
  const of = { loadMw, windMw, sunMw, ...changed }
  return {
    colors: new Map(),
    days: {
      firstDay: Temporal.PlainDate.from('2021-06-01'),
      loadMw: of.loadMw,
      windAndSunMw: of.windMw,
      loadForecastMw: [],
      windAndSunForecastMw: [],
      temperatureC,
    },
    isTemperatureOfScaleKnown: true,
    windMw: of.windMw,
    sunMw: of.sunMw,
    windMs,
  }
}

const weather = { temperatureC: temperatureC.slice(today, today + 10), windMs: windMs.slice(today, today + 10) }
const forecastBy = (recorded: RecordedColors, of = weather) =>
  createDailyRegressions(recorded, windMs, fullHistory)(today, loadMw[today] ?? 0, of)

describe('daily regressions on the weather', () => {
  test('find load and wind of days whose weather is known', () => {
    const { loadMw: loads, windAndSunMw } = forecastBy(recordWith())
    for (const lead of [1, 4, 9]) {
      expect(Math.abs((loads[lead] ?? 0) / (loadMw[today + lead] ?? 1) - 1)).toBeLessThan(0.02)
      expect(Math.abs((windAndSunMw[lead] ?? 0) - 2_000 - (windMw[today + lead] ?? 0))).toBeLessThan(60)
    }
    const colder = { ...weather, temperatureC: weather.temperatureC.map((degrees) => (degrees ?? 0) - 5) }
    expect(forecastBy(recordWith(), colder).loadMw[4]).toBeGreaterThan(1.05 * (loads[4] ?? 0))
  })

  test('do not depend on what came from today on', () => {
    const nonsense = (values: readonly number[]) => values.map((value, day) => (day < today ? value : 9_999_999))
    const peeking = recordWith({ loadMw: nonsense(loadMw), windMw: nonsense(windMw), sunMw: nonsense(sunMw) })
    expect(forecastBy(peeking)).toEqual(forecastBy(recordWith()))
  })
})

describe('shares and errors of weather forecasts', () => {
  /** Issues of which the forecast says twice what comes, and in one season nothing. */
  const samples = Array.from({ length: 4_000 }, (_, index): WeatherSample => {
    const season = 2014 + (index % 4)
    return {
      model: 'winter',
      season,
      leads: Array.from({ length: 10 }, () => {
        const signal = normal()
        const came = season === 2017 ? normal() : 0.5 * signal + 0.1 * normal()
        return { expected: 1, forecast: 1 + signal, came: 1 + came }
      }),
    }
  })

  test('are found without the season that is left out', () => {
    const { winter } = fitWithoutSeason(samples, 2017)
    for (const [lead, share] of winter.weatherShare.entries()) {
      expect(Math.abs(share - 0.5)).toBeLessThan(0.02)
      expect(Math.abs((winter.weatherCovariance[lead]?.[lead] ?? 0) - 0.01)).toBeLessThan(0.002)
    }
    expect(fitWithoutSeason(samples, 2014).winter.weatherShare[0]).toBeLessThan(0.4)
    expect(winter.covariance).toBe(residualModels.winter.covariance)
  })
})
