import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  computeHourIndex,
  createParisAxis,
  type ParisAxis,
} from '@hexawatt/shared/methodology/forecast/axis/paris-axis'
import { computeNationalClearSky } from '@hexawatt/shared/methodology/forecast/weather/clear-sky'
import {
  computeFittedLoadMw,
  fitLoad,
  smoothTemperature,
} from '@hexawatt/shared/methodology/forecast/weather/load-regression'
import { computeFittedSolarMw, fitSolar } from '@hexawatt/shared/methodology/forecast/weather/solar-regression'
import { computeFittedWindMw, fitWind } from '@hexawatt/shared/methodology/forecast/weather/wind-regression'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { hourMs } from '@hexawatt/shared/time/instant'

/** Inputs and outputs of an independent implementation. */
type Vectors = {
  sun: Record<'sun_mw' | 'k' | 'temp_c' | 'coefficients' | 'prediction_2024_06_15', number[]>
  smooth: { raw: number[]; out: number[] }
  load: Record<'load_mw' | 'temp_c' | 'coefficients' | 'prediction_D1' | 'prediction_D2', number[]> & {
    anomaly_of_D: number
  }
  wind: Record<'features_i0' | 'coefficients' | 'prediction', number[]>
  clear_sky: { hours_utc: string[]; out: number[] }
}

const folder = findReferenceData()
const file = folder === null ? null : join(folder, '../weather/vectors.json')
const isThere = file !== null && existsSync(file)
if (!isThere) reportSkippedReferenceData('the test vectors of the weather')

const decimals = 4
const instant = (text: string) => Temporal.Instant.from(text)

/** Values from an instant on, over an axis; NaN elsewhere. */
function placeFrom(axis: ParisAxis, from: string, values: readonly number[]): Float64Array {
  const series = new Float64Array(axis.length).fill(Number.NaN)
  series.set(values, computeHourIndex(axis.firstMs, instant(from).epochMilliseconds))
  return series
}

function expectClose(values: Iterable<number>, expected: readonly number[]): void {
  const got = [...values]
  expect(got).toHaveLength(expected.length)
  for (const [index, value] of expected.entries()) expect(got[index]).toBeCloseTo(value, decimals)
}

describe.skipIf(!isThere)('the regressions equal an independent implementation to 4 decimals', async () => {
  if (file === null || !isThere) return
  const vectors: Vectors = await Bun.file(file).json()

  test('radiation under a cloudless sky', () => {
    const hours = vectors.clear_sky.hours_utc.map((hour) => instant(hour.replace('Z', ':00Z')).epochMilliseconds)
    expectClose(hours.map(computeNationalClearSky), vectors.clear_sky.out)
  })

  test('sun: coefficients and the day after', () => {
    const axis = createParisAxis(instant('2024-06-15T00:00:00Z'), 15, 24)
    const clearSky = Float64Array.from({ length: axis.length }, (_, hour) =>
      computeNationalClearSky(axis.firstMs + hour * hourMs),
    )
    const start = '2024-06-01T00:00:00Z'
    const radiation = placeFrom(axis, start, vectors.sun.k).map((k, hour) => Math.min(k, 1.1) * (clearSky[hour] ?? 0))
    const weather = { radiation, clearSky, temperature: placeFrom(axis, start, vectors.sun.temp_c) }
    const realised = placeFrom(axis, start, vectors.sun.sun_mw)
    const newest = computeHourIndex(axis.firstMs, instant('2024-06-14T23:00:00Z').epochMilliseconds)
    const fit = fitSolar(axis, weather, realised, newest)
    expectClose(fit?.coefficients ?? [], vectors.sun.coefficients)
    const day = Array.from({ length: 24 }, (_, hour) => {
      return fit === null ? Number.NaN : computeFittedSolarMw(axis, fit, weather, newest + 1 + hour)
    })
    expectClose(day, vectors.sun.prediction_2024_06_15)
  })

  test('the temperature that buildings feel', () => {
    expectClose(smoothTemperature(Float64Array.from(vectors.smooth.raw)), vectors.smooth.out)
  })

  test('load: coefficients, the level of the last day, and the two days after', () => {
    const start = '2024-01-14T23:00:00Z'
    const axis = createParisAxis(instant('2024-01-29T00:00:00Z'), 14, 30)
    const felt = placeFrom(axis, start, vectors.load.temp_c)
    const load = { values: placeFrom(axis, start, vectors.load.load_mw), lastDay: 13 }
    const fit = fitLoad(axis, load, felt)
    expectClose(fit?.coefficients ?? [], vectors.load.coefficients)
    expect(fit?.anomaly).toBeCloseTo(vectors.load.anomaly_of_D, decimals)
    const days = Array.from({ length: 48 }, (_, hour) =>
      fit === null ? Number.NaN : computeFittedLoadMw(axis, fit, load, felt, 14 * 24 + hour),
    )
    expectClose(days, [...vectors.load.prediction_D1, ...vectors.load.prediction_D2])
  })

  test('wind: features, coefficients and the hours after', () => {
    const weights = [0.4, 0.3, 0.2, 0.1]
    const share = (speed: number, half: number, slope: number) =>
      (1 / (1 + Math.exp(-(speed - half) / slope)) - 1 / (1 + Math.exp(half / slope))) /
      (1 + Math.exp((speed - 24) / 1.5))
    const speed = (hour: number, point: number) =>
      Math.max(0, 8 + 4 * Math.sin(hour / 17 + point) + 2 * Math.sin(hour / 5 + 2 * point))
    const curve = (half: number, slope: number, stretch = 1) =>
      Float64Array.from({ length: 342 }, (_, hour) =>
        weights.reduce((sum, weight, point) => sum + weight * share(stretch * speed(hour, point), half, slope), 0),
      )
    const weather = [curve(6, 1.2), curve(8.5, 1.5), curve(11, 1.8)]
    const powerMw = curve(8.2, 1.4, 1.05).map((one, hour) => 20_000 * one + 300 * Math.sin(hour / 3))
    expectClose([1, ...weather.map(([first = 0]) => first)], vectors.wind.features_i0)
    const fit = fitWind(weather, powerMw, 335)
    expectClose(fit?.coefficients ?? [], vectors.wind.coefficients)
    const after = Array.from({ length: 6 }, (_, hour) =>
      fit === null ? Number.NaN : computeFittedWindMw(fit, weather, 336 + hour),
    )
    expectClose(after, vectors.wind.prediction)
  })
})
