import { describe, expect, test } from 'bun:test'
import { computeNationalClearSky } from '@hexawatt/shared/methodology/forecast/weather/clear-sky'
import { hourMs } from '@hexawatt/shared/time/instant'
import { computeDriverErrors } from './driver-errors.ts'

const fromMs = Date.UTC(2023, 8, 1)
const makeSeries = (valueAt: (startMs: number) => number, hours = 24 * 200) =>
  new Map(Array.from({ length: hours }, (_, hour) => [fromMs + hour * hourMs, valueAt(fromMs + hour * hourMs)]))
const clearness = makeSeries((startMs) => 0.5 + 0.3 * Math.sin(startMs / (31 * hourMs)))
const temperatureCelsius = makeSeries((startMs) => 8 + 5 * Math.sin(startMs / (50 * hourMs)))
const radiation = (startMs: number) => (clearness.get(startMs) ?? 0) * computeNationalClearSky(startMs)
const loadMw = makeSeries(
  (startMs) => 50_000 * Math.exp(0.045 * Math.max(0, 15 - (temperatureCelsius.get(startMs) ?? 0))),
)
const days = { from: Temporal.PlainDate.from('2024-01-10'), to: Temporal.PlainDate.from('2024-01-13') }

describe('errors of drivers from observed weather', () => {
  test('are small where load and sun follow the weather', () => {
    const solarMw = makeSeries((startMs) => (computeNationalClearSky(startMs) > 20 ? 12 * radiation(startMs) : 0))
    const { load, sun } = computeDriverErrors({ temperatureCelsius, clearness }, { solarMw, loadMw }, days)
    for (const error of load) expect(error).toBeLessThan(1500)
    expect(load).toHaveLength(3)
    expect(sun.midday).toBeLessThan(100)
    expect(sun.all).toBeLessThan(sun.midday ?? 0)
  })

  test('of a day are those of fits that knew nothing of it', () => {
    const noonMs = Date.UTC(2024, 0, 10, 12)
    const usualMw = (startMs: number) => (computeNationalClearSky(startMs) > 20 ? 12 * radiation(startMs) : 0)
    const today = { from: days.from, to: days.from }
    const errorOf = (extraMw: number) => {
      const solarMw = makeSeries((startMs) => usualMw(startMs) + (startMs === noonMs ? extraMw : 0))
      return computeDriverErrors({ temperatureCelsius, clearness }, { solarMw, loadMw }, today).sun.midday ?? Number.NaN
    }
    // Eight hours, one of which came 80 000 MW higher: the fit does not follow.
    expect(errorOf(80_000) - errorOf(40_000)).toBeCloseTo(40_000 / 8, 6)
  })

  test('are unknown without weather', () => {
    const nothing = { temperatureCelsius: new Map<number, number>(), clearness: new Map<number, number>() }
    expect(computeDriverErrors(nothing, { solarMw: loadMw, loadMw }, days)).toEqual({
      load: [null, null, null],
      sun: { midday: null, all: null },
    })
  })
})
