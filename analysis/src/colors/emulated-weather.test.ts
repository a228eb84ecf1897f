import { describe, expect, test } from 'bun:test'
import { createWeatherEmulator } from './emulated-weather.ts'
import { createNormalNumbers, createNormalScores, drawChain } from './normal-numbers.ts'

const days = 3_000
const normal = createNormalNumbers(5)
/** Temperatures and wind speeds that remember the day before. */
const temperatureC = drawChain(normal, days, 0.8).map((z) => 12 + 6 * z)
const windMs = drawChain(normal, days, 0.5).map((z) => 6 * Math.exp(0.3 * z))

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))
const correlate = (one: readonly number[], other: readonly number[]) =>
  mean(one.map((value, index) => (value - mean(one)) * ((other[index] ?? 0) - mean(other)))) /
  (deviation(one) * deviation(other))

/** Of every issue the forecast and what came, for a lead. */
function listPairs(of: 'temperatureC' | 'windMs', lead: number) {
  const emulate = createWeatherEmulator(temperatureC, windMs, 1)
  const cameAll = of === 'windMs' ? windMs : temperatureC
  return Array.from({ length: days - 200 }, (_, index) => {
    const today = 100 + index
    return { forecast: emulate(today)[of][lead] ?? Number.NaN, came: cameAll[today + lead] ?? Number.NaN }
  })
}

describe('emulated forecasts of the weather', () => {
  test.each([
    [0, 0.4],
    [5, 1.5],
    [9, 3],
  ])('err in the temperature of lead %i by %f °C', (lead, sd) => {
    const errors = listPairs('temperatureC', lead).map(({ forecast, came }) => forecast - came)
    expect(Math.abs(deviation(errors) / sd - 1)).toBeLessThan(0.06)
    expect(Math.abs(mean(errors))).toBeLessThan(0.1 * sd + 0.02)
  })

  test.each([
    [0, 0.97],
    [4, 0.86],
    [9, 0.3],
  ])('follow the wind of lead %i with r %f, and spread as far as the wind itself', (lead, r) => {
    const pairs = listPairs('windMs', lead)
    const [forecasts, came] = [pairs.map((pair) => Math.log(pair.forecast)), pairs.map((pair) => Math.log(pair.came))]
    expect(Math.abs(correlate(forecasts, came) - r)).toBeLessThan(0.06)
    expect(Math.abs(deviation(forecasts) / deviation(came) - 1)).toBeLessThan(0.05)
  })

  test('are the same for the same seed, and others for another', () => {
    const first = (seed: number) => createWeatherEmulator(temperatureC, windMs, seed)(200)
    expect(first(1)).toEqual(first(1))
    expect(first(1)).not.toEqual(first(2))
  })
})

test('normal scores keep the order and lead back to the value', () => {
  const { toScore, fromScore } = createNormalScores(windMs)
  for (const value of [3, 5, 6, 8, 11]) expect(fromScore(toScore(value))).toBeCloseTo(value, 6)
  expect(toScore(5)).toBeLessThan(toScore(6))
  expect(Math.abs(toScore(6))).toBeLessThan(0.1)
})
