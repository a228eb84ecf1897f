import { describe, expect, test } from 'bun:test'
import { hourMs } from '../../time/instant.ts'
import { toTariffDayStart } from '../../time/paris.ts'
import { computeMadeUpWindMw, createMadeUpInputs } from '../forecast/testing/made-up-past.ts'
import { computeNationalClearSky } from '../forecast/weather/clear-sky.ts'
import type { ModelWeather } from '../forecast/weather/national-weather.ts'
import { computeWeatherDays, type WeatherDayInputs } from './weather-days.ts'

const now = Temporal.Instant.from('2026-01-13T09:00:00Z')
const today = Temporal.PlainDate.from('2026-01-13')

/** Weather that the made-up wind follows, of the hours up to one. */
function weatherUntil(untilMs: number, windFactor = 1): ModelWeather {
  const of = (value: (startMs: number) => number) => ({
    get: (startMs: number) => (startMs < untilMs ? value(startMs) : undefined),
  })
  return {
    radiationWattsPerM2: of((startMs) => 0.5 * computeNationalClearSky(startMs)),
    temperatureCelsius: of(() => 8),
    windFeature6: of((startMs) => (windFactor * computeMadeUpWindMw(startMs)) / 10_000),
    windFeature8p5: of((startMs) => (windFactor * computeMadeUpWindMw(startMs)) / 20_000),
    windFeature11: of((startMs) => (windFactor * computeMadeUpWindMw(startMs)) / 40_000),
  }
}

const startOf = (lead: number) => toTariffDayStart(today.add({ days: lead })).epochMilliseconds

function inputsWith(byModel: Partial<Record<'ecmwf_ifs025' | 'meteofrance_seamless', ModelWeather>>): WeatherDayInputs {
  const weather = { knownFromMs: now.epochMilliseconds - 2 * hourMs, byModel }
  return { ...createMadeUpInputs(now, { daysBack: 95 }), weather }
}

/** Mean made-up power of the wind over a tariff day, as the realised series has it. */
function meanWindMw(lead: number): number {
  const hours = Array.from({ length: 24 }, (_, hour) => 1.05 * computeMadeUpWindMw(startOf(lead) + hour * hourMs))
  return hours.reduce((sum, mw) => sum + mw, 0) / 24
}

describe('days of net load from the weather', () => {
  test('are means over today and nine tariff days, whose wind follows the weather', () => {
    const days = computeWeatherDays(inputsWith({ ecmwf_ifs025: weatherUntil(startOf(10)) }), now, today)
    expect(days?.loadMw).toHaveLength(10)
    const sunMw = (days?.windAndSunMw[9] ?? 0) - meanWindMw(9)
    for (const lead of [2, 4, 6, 8]) {
      expect(Math.abs((days?.windAndSunMw[lead] ?? 0) - meanWindMw(lead) - sunMw)).toBeLessThan(400)
    }
    expect(Math.abs(meanWindMw(4) - meanWindMw(9))).toBeGreaterThan(400)
    for (const loadMw of days?.loadMw ?? []) expect(Math.abs((loadMw ?? 0) - 51_000)).toBeLessThan(4_000)
  })

  test('come from the model that reaches ten days alone, although another one knows the first days', () => {
    const alone = computeWeatherDays(inputsWith({ ecmwf_ifs025: weatherUntil(startOf(10)) }), now, today)
    const both = { ecmwf_ifs025: weatherUntil(startOf(10)), meteofrance_seamless: weatherUntil(startOf(4), 0.2) }
    expect(computeWeatherDays(inputsWith(both), now, today)).toEqual(alone)
  })

  test('hold what has been realised of today: a miss of the newest hour says nothing of the hours before it', () => {
    const evening = Temporal.Instant.from('2026-01-13T21:00:00Z')
    const made = createMadeUpInputs(evening, { daysBack: 95 })
    const { mwByType, knownUntilMs } = made.generation
    const missedMw = 2_000
    const WIND_ONSHORE = {
      get: (startMs: number) => {
        const mw = mwByType['WIND_ONSHORE']?.get(startMs)
        return mw === undefined ? undefined : mw + (startMs === knownUntilMs - hourMs ? missedMw : 0)
      },
    }
    const weather = {
      knownFromMs: evening.epochMilliseconds - 2 * hourMs,
      byModel: { ecmwf_ifs025: weatherUntil(startOf(10)) },
    }
    const generation = { knownUntilMs, mwByType: { ...mwByType, WIND_ONSHORE } }
    const [usual, missed] = [made.generation, generation].map((one) =>
      computeWeatherDays({ ...made, generation: one, weather }, evening, today),
    )
    const addedMw = (missed?.windAndSunMw[0] ?? 0) - (usual?.windAndSunMw[0] ?? 0)
    // The hour itself, and what is left of it in the eight hours that have not come.
    expect(addedMw).toBeGreaterThan(missedMw / 24)
    expect(addedMw).toBeLessThan((9 * missedMw) / 24)
  })

  test('are unknown where the weather ends more than six hours early', () => {
    const short = startOf(7) + 17 * hourMs
    const days = computeWeatherDays(inputsWith({ ecmwf_ifs025: weatherUntil(short) }), now, today)
    expect(days?.windAndSunMw.map((mw) => mw !== null)).toEqual([...Array(7).fill(true), ...Array(3).fill(false)])
    const longer = computeWeatherDays(inputsWith({ ecmwf_ifs025: weatherUntil(short + hourMs) }), now, today)
    expect(longer?.windAndSunMw[7]).not.toBeNull()
  })

  test('are unknown before the past is known, and absent without weather', () => {
    const weather = {
      knownFromMs: now.epochMilliseconds,
      byModel: { ecmwf_ifs025: weatherUntil(startOf(10)) },
    }
    const noPast = { ...createMadeUpInputs(now, { daysBack: 2 }), weather }
    const days = computeWeatherDays(noPast, now, today)
    expect(days?.windAndSunMw).toEqual(Array(10).fill(null))
    expect(computeWeatherDays(createMadeUpInputs(now), now, today)).toBeNull()
  })
})
