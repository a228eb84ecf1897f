import { describe, expect, test } from 'bun:test'
import { computeNationalClearSky } from '@hexawatt/shared/methodology/forecast/weather/clear-sky'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createWeatherEmulator } from './emulated-weather.ts'
import { computeNormalQuantile, computeNormalScores, createNormalNumbers } from './normal-distribution.ts'

const firstMs = Date.UTC(2024, 0, 1)
const length = 24 * 400
const makeSeries = (valueAt: (hour: number) => number) =>
  new Map(Array.from({ length }, (_, hour) => [firstMs + hour * hourMs, valueAt(hour)]))
const next = createNormalNumbers(7)
let level = 0
const wandering = Array.from({ length }, () => {
  level = 0.98 * level + 0.2 * next()
  return level
})
const clearness = makeSeries((hour) => 0.5 + 0.3 * Math.tanh(wandering[(hour * 7) % length] ?? 0))
const temperature = makeSeries((hour) => 10 + 8 * Math.sin(hour / 1300) + 3 * Math.sin(hour / 50))
const wind = makeSeries((hour) => 3000 * Math.exp(0.8 * (wandering[hour] ?? 0)))
const emulate = createWeatherEmulator({ temperatureCelsius: temperature, clearness }, wind)

const issueAt = (day: number) => Temporal.Instant.fromEpochMilliseconds(firstMs + day * 24 * hourMs)
const modelAt = (day: number, level: 'usual' | 'pessimistic' = 'usual') => {
  const model = emulate(issueAt(day), level)?.byModel.meteofrance_seamless
  if (model === undefined) throw new Error('no weather')
  return model
}
const days = Array.from({ length: 300 }, (_, index) => 40 + index)

function correlate(pairs: readonly (readonly [number, number])[]): number {
  const mean = (of: (pair: readonly [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const [a, b] = [mean(([x]) => x), mean(([, y]) => y)]
  const spread = (x: (pair: readonly [number, number]) => number) => Math.sqrt(mean((pair) => x(pair) ** 2))
  return mean(([x, y]) => (x - a) * (y - b)) / (spread(([x]) => x - a) * spread(([, y]) => y - b))
}

describe('emulated forecasts of the weather', () => {
  test('are what came up to the issue, and the same in every run', () => {
    const model = modelAt(100)
    const before = firstMs + 100 * 24 * hourMs - hourMs
    expect(model.temperatureCelsius.get(before)).toBe(temperature.get(before) ?? Number.NaN)
    expect(model.windFeature6.get(before)).toBe((wind.get(before) ?? Number.NaN) / 25_000)
    const noon = before - 11 * hourMs
    expect(model.radiationWattsPerM2.get(noon)).toBeCloseTo(
      (clearness.get(noon) ?? 0) * computeNationalClearSky(noon),
      9,
    )
    const ahead = before + 40 * hourMs
    expect(modelAt(100).windFeature6.get(ahead)).toBe(model.windFeature6.get(ahead) ?? Number.NaN)
    expect(model.windFeature6.get(ahead)).not.toBe((wind.get(ahead) ?? Number.NaN) / 25_000)
  })

  test('of wind agree with what came the less the farther ahead, and vary as much as it does', () => {
    const pairsAt = (lead: number, errors: 'usual' | 'pessimistic' = 'usual') =>
      days.map((day) => {
        const startMs = firstMs + (day * 24 + lead) * hourMs
        const forecast = 25_000 * (modelAt(day, errors).windFeature6.get(startMs) ?? Number.NaN)
        return [Math.log(forecast + 500), Math.log((wind.get(startMs) ?? Number.NaN) + 500)] as const
      })
    const [near, day, far] = [1, 24, 72].map((lead) => correlate(pairsAt(lead)))
    expect(near).toBeGreaterThan(day ?? 1)
    expect(day).toBeGreaterThan(far ?? 1)
    expect(day).toBeGreaterThan(0.9)
    expect(far).toBeGreaterThan(0.8)
    expect(correlate(pairsAt(72, 'pessimistic'))).toBeLessThan(far ?? 0)
    const spread = (values: number[]) =>
      Math.sqrt(values.reduce((sum, value) => sum + (value - 8) ** 2, 0) / values.length)
    const pairs = pairsAt(72)
    expect(Math.abs(spread(pairs.map(([x]) => x)) / spread(pairs.map(([, y]) => y)) - 1)).toBeLessThan(0.1)
  })

  test('of temperature are off by some tenths of a degree at first and by a degree after three days', () => {
    const deviationAt = (lead: number) => {
      const errors = days.map((day) => {
        const startMs = firstMs + (day * 24 + lead) * hourMs
        return (modelAt(day).temperatureCelsius.get(startMs) ?? Number.NaN) - (temperature.get(startMs) ?? Number.NaN)
      })
      return Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)
    }
    expect(deviationAt(1)).toBeLessThan(0.2)
    expect(deviationAt(72)).toBeGreaterThan(0.6)
    expect(deviationAt(72)).toBeLessThan(1.2)
  })

  test('end where the observed weather ends', () => {
    expect(emulate(issueAt(399), 'usual')).toBeNull()
  })
})

describe('normal scores', () => {
  test('are quantiles of the normal distribution by rank, and lead back to the values', () => {
    expect(computeNormalQuantile(0.5)).toBe(0)
    expect(computeNormalQuantile(0.975)).toBeCloseTo(1.959964, 6)
    expect(computeNormalQuantile(0.001)).toBeCloseTo(-3.090232, 6)
    const { scores, toValue } = computeNormalScores(Float64Array.from([30, Number.NaN, 10, 20]))
    expect(scores[3]).toBeCloseTo(0, 12)
    expect(scores[1]).toBeNaN()
    expect([...scores].filter((score) => !Number.isNaN(score)).map(toValue)).toEqual([30, 10, 20])
    expect([toValue(9), toValue(-9)]).toEqual([30, 10])
  })

  test('random numbers are spread like the normal distribution', () => {
    const draw = createNormalNumbers(1)
    const numbers = Array.from({ length: 20_000 }, () => draw())
    const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length
    const variance = numbers.reduce((sum, one) => sum + one ** 2, 0) / numbers.length
    expect(Math.abs(mean)).toBeLessThan(0.03)
    expect(Math.abs(variance - 1)).toBeLessThan(0.04)
  })
})
