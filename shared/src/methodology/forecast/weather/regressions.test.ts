import { describe, expect, test } from 'bun:test'
import { hourMs } from '../../../time/instant.ts'
import { computeHourIndex, createParisAxis, findSameHourBack, type ParisAxis } from '../axis/paris-axis.ts'
import { computeNationalClearSky } from './clear-sky.ts'
import { computeFittedLoadMw, fitLoad, smoothTemperature } from './load-regression.ts'
import { computeFittedSolarMw, fitSolar } from './solar-regression.ts'
import { computeFittedWindMw, fadeMiss, fitWind } from './wind-regression.ts'

const instant = (text: string) => Temporal.Instant.from(text)
const indexAt = (axis: ParisAxis, text: string) => computeHourIndex(axis.firstMs, instant(text).epochMilliseconds)
const makeSeries = (axis: ParisAxis, valueAt: (hour: number) => number) =>
  Float64Array.from({ length: axis.length }, (_, hour) => valueAt(hour))

describe('sun', () => {
  const axis = createParisAxis(instant('2024-06-15T00:00:00Z'), 60, 48)
  const newest = indexAt(axis, '2024-06-14T21:00:00Z')
  const clearSky = makeSeries(axis, (hour) => computeNationalClearSky(axis.firstMs + hour * hourMs))
  const cloudy = (hour: number) => 0.55 + 0.4 * Math.sin(hour / 13)
  const weather = {
    clearSky,
    radiation: makeSeries(axis, (hour) => cloudy(hour) * (clearSky[hour] ?? 0)),
    temperature: makeSeries(axis, (hour) => 17 + 4 * Math.sin(hour / 29)),
  }
  const powerMw = weather.radiation.map((one) => 12 * one)
  const fit = fitSolar(axis, weather, powerMw, newest)
  if (fit === null) throw new Error('no fit')
  const noon = indexAt(axis, '2024-06-15T12:00:00Z')

  test('follows the radiation, is 0 at night, and unknown without radiation or temperature', () => {
    expect(Math.abs(computeFittedSolarMw(axis, fit, weather, noon) - (powerMw[noon] ?? 0))).toBeLessThan(250)
    const night = indexAt(axis, '2024-06-15T01:00:00Z')
    const nothing = makeSeries(axis, () => Number.NaN)
    expect(computeFittedSolarMw(axis, fit, { ...weather, radiation: nothing }, night)).toBe(0)
    expect(computeFittedSolarMw(axis, fit, { ...weather, radiation: nothing }, noon)).toBeNaN()
    expect(computeFittedSolarMw(axis, fit, { ...weather, temperature: nothing }, noon)).toBeNaN()
  })

  test('is at most 1.15 times the greatest hour of 45 days, and never negative', () => {
    const largest = Math.max(...powerMw.subarray(newest - 45 * 24, newest + 1))
    const glaring = { ...weather, radiation: makeSeries(axis, () => 5000) }
    expect(computeFittedSolarMw(axis, fit, glaring, noon)).toBeCloseTo(1.15 * largest, 6)
    const negative = { coefficients: [-1, 0, 0, 0, 0, 0, 0, 0], maxMw: 100 }
    expect(computeFittedSolarMw(axis, negative, weather, noon)).toBe(0)
  })

  test('is not fitted on fewer than 60 hours of daylight, and leaves unknown hours out', () => {
    const daylight = [...clearSky.keys()].filter((hour) => (clearSky[hour] ?? 0) > 20 && hour <= newest)
    const knownIn = (count: number) => {
      const kept = new Set(daylight.slice(-count))
      return powerMw.map((mw, hour) => (kept.has(hour) ? mw : Number.NaN))
    }
    expect(fitSolar(axis, weather, knownIn(59), newest)).toBeNull()
    expect(fitSolar(axis, weather, knownIn(60), newest)).not.toBeNull()
    const spoilt = powerMw.slice()
    for (const [index, hour] of daylight.entries()) if (index % 5 === 0) spoilt[hour] = Number.NaN
    const other = fitSolar(axis, weather, spoilt, newest)
    const spoiltMw = other === null ? Number.NaN : computeFittedSolarMw(axis, other, weather, noon)
    expect(Math.abs(spoiltMw - (powerMw[noon] ?? 0))).toBeLessThan(250)
  })

  test('forgets: nothing before 45 days counts, and nothing after l', () => {
    const changed = powerMw.map((mw, hour) => (hour < newest - 45 * 24 || hour > newest ? 3 * mw + 999 : mw))
    expect(fitSolar(axis, weather, changed, newest)).toEqual(fit)
  })
})

describe('load', () => {
  /** Working days and days of rest of a spring with its clock change. */
  const axis = createParisAxis(instant('2024-04-04T12:00:00Z'), 93, 110)
  const lastDay = axis.dayOf[indexAt(axis, '2024-04-04T12:00:00Z')] ?? 0
  const felt = makeSeries(axis, (hour) => 8 + 6 * Math.sin(hour / 41))
  const kindFactor = (hour: number) => (axis.days[axis.dayOf[hour] ?? 0]?.isRest ? 0.85 : 1)
  const shape = (hour: number) => 50_000 + 6000 * Math.sin(((axis.hourOfDay[hour] ?? 0) - 9) / 4)
  const truth = makeSeries(
    axis,
    (hour) => kindFactor(hour) * shape(hour) * Math.exp(0.035 * Math.max(0, 15 - (felt[hour] ?? 0))),
  )
  const firstBeyond = (axis.days[lastDay]?.first ?? 0) + (axis.days[lastDay]?.hours ?? 0)
  const values = truth.map((mw, hour) => (hour < firstBeyond ? mw : Number.NaN))
  const load = { values, lastDay }
  const fit = fitLoad(axis, load, felt)
  if (fit === null) throw new Error('no fit')

  test('follows heating on the days after D, over a clock change too', () => {
    const errors = Array.from({ length: 48 }, (_, index) => {
      const hour = firstBeyond + index
      return Math.abs(computeFittedLoadMw(axis, fit, load, felt, hour) / (truth[hour] ?? 0) - 1)
    })
    expect(Math.max(...errors)).toBeLessThan(0.03)
    const first = axis.days.findIndex(({ hours }) => hours === 23)
    expect(first).toBeGreaterThan(0)
    expect(lastDay - first).toBeLessThan(28)
  })

  test('keeps 0.8, 0.7, 0.6 of the anomaly of D on the three days after it, and 7 % less on each further day', () => {
    const flat = { values: values.map((mw) => (Number.isNaN(mw) ? mw : 50_000)), lastDay }
    const warm = makeSeries(axis, () => 17)
    const factors = [1, 2, 3, 4].map((day) => {
      const anomalous = { coefficients: [0, 0, 0, 0, 0, 0], anomaly: 0.1 }
      const hour = firstBeyond + (day - 1) * 24 + 12
      return Math.log(computeFittedLoadMw(axis, anomalous, flat, warm, hour) / 50_000) / 0.1
    })
    expect(factors[0]).toBeCloseTo(0.8, 9)
    expect(factors[1]).toBeCloseTo(0.7, 9)
    expect(factors[2]).toBeCloseTo(0.6, 9)
    expect(factors[3]).toBeCloseTo(0.6 * 0.93, 9)
  })

  test('does not believe a temperature that moves the load beyond 0.65 … 1.5 of its reference', () => {
    // The factor is about e, not beyond every number.
    const wild = { coefficients: [0.25, 0, 0, 0.25, 0, 0], anomaly: 0.05 }
    const arctic = felt.map((degrees, hour) => (hour >= firstBeyond ? -30 : degrees))
    const moved = computeFittedLoadMw(axis, wild, load, arctic, firstBeyond + 12)
    const plain = computeFittedLoadMw(
      axis,
      { coefficients: [0, 0, 0, 0, 0, 0], anomaly: 0.05 },
      load,
      felt,
      firstBeyond + 12,
    )
    expect(moved).toBeCloseTo(plain, 9)
  })

  test('is not fitted on fewer than 72 rows; hours that lack load or temperature are no rows', () => {
    // The reference of a row needs seven earlier days: the rows of ten days are those of the last three.
    const since = (days: number) => {
      const from = axis.days[lastDay - days + 1]?.first ?? 0
      return { values: values.map((mw, hour) => (hour < from ? Number.NaN : mw)), lastDay }
    }
    expect(fitLoad(axis, since(9), felt)).toBeNull()
    expect(fitLoad(axis, since(10), felt)).not.toBeNull()
    const hole = axis.days[lastDay]?.first ?? 0
    const withoutTemperature = felt.map((degrees, hour) => (hour === hole ? Number.NaN : degrees))
    expect(fitLoad(axis, since(10), withoutTemperature)).toBeNull()
  })

  test('has no reference with fewer than seven earlier days, and none without a temperature at the hour', () => {
    const few = { values: values.map((mw, hour) => (hour < firstBeyond - 6 * 24 ? Number.NaN : mw)), lastDay }
    expect(computeFittedLoadMw(axis, fit, few, felt, firstBeyond + 12)).toBeNaN()
    const unknown = felt.map((degrees, hour) => (hour === firstBeyond + 12 ? Number.NaN : degrees))
    expect(computeFittedLoadMw(axis, fit, load, unknown, firstBeyond + 12)).toBeNaN()
  })

  test('compares an hour with the same hour by the clock of Paris, and days of the same kind fifty times more', () => {
    const hour = firstBeyond + 12
    const kindOf = (at: number) => axis.days[axis.dayOf[at] ?? 0]?.kind
    let [sum, weights] = [0, 0]
    for (let index = 0; index < 28; index += 1) {
      const back = findSameHourBack(axis, 1 + index, hour)
      const weight = 0.5 ** (index / 10) * (kindOf(back) === kindOf(hour) ? 1 : 0.02)
      sum += weight * (values[back] ?? 0)
      weights += weight
    }
    const still = { coefficients: [0, 0, 0, 0, 0, 0], anomaly: 0 }
    expect(computeFittedLoadMw(axis, still, load, felt, hour)).toBeCloseTo(sum / weights, 6)
  })

  test('feels the temperature slowly; an hour without one leaves the mean as it was', () => {
    const raw = [10, Number.NaN, 0]
    const smoothed = smoothTemperature(Float64Array.from(raw))
    expect(smoothed[0]).toBe(10)
    expect(smoothed[1]).toBeNaN()
    expect(smoothed[2]).toBeCloseTo(0.7 * 10 * Math.exp(-1 / 48), 9)
  })
})

describe('wind', () => {
  const hours = 100 * 24
  const curve = (offset: number) =>
    Float64Array.from({ length: hours }, (_, hour) => 0.5 + 0.4 * Math.sin(hour / (17 + offset)))
  const weather = [curve(0), curve(7), curve(13)]
  const powerMw = Float64Array.from(
    { length: hours },
    (_, hour) => 500 + 6000 * (weather[0]?.[hour] ?? 0) + 9000 * (weather[1]?.[hour] ?? 0),
  )
  const newest = hours - 75

  test('is the power that the curves give, between 0 and 1.1 times the greatest hour that was seen', () => {
    const fit = fitWind(weather, powerMw, newest)
    expect(fit && computeFittedWindMw(fit, weather, newest + 20)).toBeCloseTo(powerMw[newest + 20] ?? 0, -2)
    const storm = weather.map(() => new Float64Array(hours).fill(4))
    expect(fit && computeFittedWindMw(fit, storm, newest + 20)).toBeCloseTo(
      1.1 * Math.max(...powerMw.subarray(0, newest + 1)),
      6,
    )
    const gusts = weather.map(() => new Float64Array(hours).fill(-4))
    expect(fit && computeFittedWindMw(fit, gusts, newest + 20)).toBe(0)
  })

  test('gives a curve that the wind has hardly reached no great weight, and one that it never reached none', () => {
    const fitWith = (third: Float64Array, mw = powerMw) =>
      fitWind([...weather.slice(0, 2), third], mw, newest)?.coefficients
    expect(fitWith(new Float64Array(hours))?.[3]).toBe(0)
    const gust = newest - 5
    const breath = new Float64Array(hours).map((_, hour) => (hour === gust ? 1e-5 : 0))
    const odd = powerMw.map((mw, hour) => (hour === gust ? mw + 3000 : mw))
    expect(fitWith(breath, odd)?.[3]).toBeLessThan(1e6)
  })

  test('is not fitted on fewer than 168 hours, and needs every curve of an hour', () => {
    const knownSince = (count: number) => powerMw.map((mw, hour) => (hour <= newest - count ? Number.NaN : mw))
    expect(fitWind(weather, knownSince(167), newest)).toBeNull()
    const fit = fitWind(weather, knownSince(168), newest)
    expect(fit).not.toBeNull()
    const gap = weather.map((feature, index) => (index === 1 ? feature.map(() => Number.NaN) : feature))
    expect(fitWind(gap, powerMw, newest)).toBeNull()
    expect(fit && computeFittedWindMw(fit, gap, newest + 1)).toBeNaN()
  })

  test('corrects the miss of the newest hour by 90 % in the next one, fading with a time constant of nine hours', () => {
    expect(fadeMiss(1000, newest, newest + 1)).toBe(900)
    expect(fadeMiss(1000, newest, newest + 10)).toBeCloseTo(900 / Math.E, 9)
  })
})
