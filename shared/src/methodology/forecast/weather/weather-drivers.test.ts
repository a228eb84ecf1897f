import { describe, expect, test } from 'bun:test'
import { hourMs } from '../../../time/instant.ts'
import { addParisDays } from '../../../time/paris.ts'
import { type AnalogHour, type AnalogInputs, computeAnalogForecast, computeAnalogIssue } from '../analog-forecast.ts'
import { shippedConstants } from '../forecast-constants.ts'
import { outlookConstants } from '../outlook-constants.ts'
import { findPriceCoefficients } from '../price.ts'
import { computeMadeUpWindMw, createMadeUpInputs } from '../testing/made-up-past.ts'
import { createMadeUpWeather } from '../testing/made-up-weather.ts'
import type { ModelWeather, NationalWeather } from './national-weather.ts'

const now = Temporal.Instant.from('2024-06-12T09:00:00Z')
const withWeather = (weather: NationalWeather | null, change: Partial<AnalogInputs> = {}): AnalogInputs => ({
  ...createMadeUpInputs(now, { daysBack: 120 }),
  weather,
  ...change,
})
const issue = (inputs: AnalogInputs, hours = 74) => {
  const hoursOfIssue = computeAnalogForecast(inputs, now, hours)
  if (hoursOfIssue === null) throw new Error('no forecast')
  return hoursOfIssue
}
const usual = createMadeUpWeather(now)
/** The weather without one quantity in one hour. */
const without = (quantity: keyof ModelWeather, startMs: number): NationalWeather => {
  const model = usual.byModel.meteofrance_seamless as ModelWeather
  const get = (ms: number) => (ms === startMs ? undefined : model[quantity].get(ms))
  return { ...usual, byModel: { meteofrance_seamless: { ...model, [quantity]: { get } } } }
}
const publishedUntilMs = addParisDays(now, 1).epochMilliseconds
const beyond = (lead: number) => now.epochMilliseconds + lead * hourMs >= publishedUntilMs

const listDrivers = (hour: AnalogHour | undefined) => [
  hour?.windMw ?? Number.NaN,
  hour?.loadMw ?? Number.NaN,
  hour?.solarMw ?? Number.NaN,
]

describe('an issue with weather', () => {
  test('takes published values while there are any, and wind from the weather beyond them, to 72 hours', () => {
    const [published, farther] = [issue(withWeather(null), 50), issue(withWeather(usual))]
    for (const { lead, startMs, windMw, loadMw, solarMw } of farther) {
      const other = published[lead]
      if (!beyond(lead)) expect([windMw, loadMw, solarMw]).toEqual(listDrivers(other))
      // Made-up turbines give 5 % more than the forecast.
      else expect(Math.abs(windMw / (1.05 * computeMadeUpWindMw(startMs)) - 1)).toBeLessThan(0.05)
    }
    expect(farther).toHaveLength(75)
    for (const { carbon, priceEurPerMwh } of farther) {
      expect(carbon.lifeCycle?.gCo2eqPerKwh).toBeGreaterThan(0)
      expect(priceEurPerMwh).not.toBeNull()
    }
  })

  test('without any published wind and sun takes both from the weather at every lead', () => {
    const open = createMadeUpInputs(now, { daysBack: 120, weather: true })
    for (const { startMs, windMw } of issue({ ...open, weather: usual })) {
      expect(Math.abs(windMw / (1.05 * computeMadeUpWindMw(startMs)) - 1)).toBeLessThan(0.05)
    }
  })

  test('corrects wind by the newest miss, which fades', () => {
    const open = { ...createMadeUpInputs(now, { daysBack: 120, weather: true }), weather: usual }
    const newestMs = open.generation.knownUntilMs - hourMs
    const windier = {
      ...open,
      generation: {
        ...open.generation,
        mwByType: {
          ...open.generation.mwByType,
          WIND_ONSHORE: {
            get: (ms: number) =>
              (open.generation.mwByType['WIND_ONSHORE']?.get(ms) ?? Number.NaN) + (ms === newestMs ? 1000 : 0),
          },
        },
      },
    }
    const [before, after] = [issue(open), issue(windier)]
    const differenceAt = (lead: number) => (after[lead]?.windMw ?? 0) - (before[lead]?.windMw ?? 0)
    expect(differenceAt(1)).toBeCloseTo(1000 * 0.9 * Math.exp(-2 / 9), 0)
    expect(differenceAt(40)).toBeCloseTo(1000 * 0.9 * Math.exp(-41 / 9), 0)
  })

  test('where the weather lacks an hour, only the driver that needs it falls back, in that hour only', () => {
    const all = issue(withWeather(usual))
    const none = issue(withWeather(null))
    const startMs = now.epochMilliseconds + 30 * hourMs
    for (const [quantity, driver] of [
      ['radiationWattsPerM2', 'solarMw'],
      ['windFeature8p5', 'windMw'],
    ] as const) {
      for (const hour of issue(withWeather(without(quantity, startMs)))) {
        const [usualHour, fallback] = [all[hour.lead], none[hour.lead]]
        expect(hour[driver]).toBe((hour.startMs === startMs ? fallback : usualHour)?.[driver] ?? Number.NaN)
        const other = driver === 'solarMw' ? 'windMw' : 'solarMw'
        expect(hour[other]).toBe(usualHour?.[other] ?? Number.NaN)
      }
    }
    const loadless = issue(withWeather(without('temperatureCelsius', startMs)))
    expect(loadless[30]?.loadMw).toBe(none[30]?.loadMw ?? null)
    expect(loadless[31]?.windMw).toBe(all[31]?.windMw ?? Number.NaN)
  })

  test('takes hours that the first model does not reach from the regressions of the second', () => {
    const short = issue(withWeather(createMadeUpWeather(now, { meteofrance_seamless: 40, ecmwf_ifs025: 120 })))
    const long = issue(withWeather(usual))
    expect(short[40]?.windMw).toBe(long[40]?.windMw ?? Number.NaN)
    expect(short[60]?.windMw).toBeCloseTo(long[60]?.windMw ?? 0, 6)
    const onlyShort = issue(withWeather(createMadeUpWeather(now, { meteofrance_seamless: 40 })))
    expect(onlyShort[60]?.windMw).toBe(issue(withWeather(null))[60]?.windMw ?? Number.NaN)
  })

  test('says which regressions have too little of the past, and falls back for these', () => {
    const young = { ...createMadeUpInputs(now, { daysBack: 5 }), weather: usual }
    expect(computeAnalogIssue(young, now, 74)?.unfitted).toEqual(['weather_load', 'weather_wind'])
    const hours = issue(young)
    const fallback = issue({ ...young, weather: null })
    expect(hours[60]?.loadMw).toBe(fallback[60]?.loadMw ?? null)
    expect(hours[60]?.windMw).toBe(fallback[60]?.windMw ?? Number.NaN)
    expect(computeAnalogIssue(withWeather(usual), now, 74)?.unfitted).toEqual([])
    expect(computeAnalogIssue(withWeather(null), now, 74)?.unfitted).toEqual([])
  })

  test('has one regression of sun and wind for all issues of a Paris day', () => {
    const evening = Temporal.Instant.from('2024-06-12T20:00:00Z')
    const of = (at: Temporal.Instant) => {
      const inputs = { ...createMadeUpInputs(at, { daysBack: 120, weather: true }), weather: createMadeUpWeather(at) }
      const hours = computeAnalogForecast(inputs, at, 74) ?? []
      return new Map(hours.map(({ startMs, solarMw }) => [startMs, solarMw]))
    }
    const noonTomorrow = Date.parse('2024-06-13T11:00:00Z')
    expect(of(now).get(noonTomorrow)).toBe(of(evening).get(noonTomorrow) ?? Number.NaN)
    const nextDay = Temporal.Instant.from('2024-06-12T23:00:00Z')
    expect(of(nextDay).get(noonTomorrow)).not.toBe(of(now).get(noonTomorrow) ?? Number.NaN)
  })

  test('the number of requested hours changes no value', () => {
    const [more, fewer] = [issue(withWeather(usual), 90), issue(withWeather(usual), 74)]
    expect(more.slice(0, 73)).toEqual(fewer.slice(0, 73))
  })
})

describe('constants beyond 48 hours', () => {
  test('the price has rows of its own, else its row of the nearer hours, else the row 4 + hg of these', () => {
    const [near, far] = [findPriceCoefficients(outlookConstants, 48), findPriceCoefficients(outlookConstants, 49)]
    expect(far(14)).toBe(outlookConstants.farPriceCoefficients[14] ?? [])
    expect(near(14)).toBe(outlookConstants.priceCoefficients[14] ?? [])
    expect(far(5)).toBe(near(5))
    expect(far(9)).toBe(outlookConstants.priceCoefficients[5] ?? [])
    expect(findPriceCoefficients(shippedConstants, 60)(14)).toBe(shippedConstants.priceCoefficients[14] ?? [])
  })

  test('deviations have eight rows with weather, and without it the last of six serves every further lead', () => {
    for (const rows of Object.values(outlookConstants.deviationWeights)) expect(rows).toHaveLength(8)
    for (const rows of Object.values(shippedConstants.deviationWeights)) expect(rows).toHaveLength(6)
  })
})
