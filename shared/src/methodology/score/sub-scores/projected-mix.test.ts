import { describe, expect, test } from 'bun:test'
import { createHours, sampleInputs, sampleNow, toMs } from '../testing/sample-inputs.ts'
import { computeWindAndSolarMw, isRealisedRecent, projectIntensity } from './projected-mix.ts'
import type { ScoreInputs } from './score-inputs.ts'

const hour = toMs('2026-02-03T20:00:00Z')
const project = (changes: Partial<ScoreInputs>, at = hour) =>
  projectIntensity({ ...sampleInputs, ...changes }, at, sampleNow)

describe('the projected mix', () => {
  test('combines wind and solar forecasts with the last output of every other type', () => {
    // 45 000 MW nuclear at 4, 5 000 river at 6, 1 000 sun at 44, 9 000 wind at 14.
    expect(project({})).toBe((45_000 * 4 + 5_000 * 6 + 1_000 * 44 + 9_000 * 14) / 60_000)
  })

  test('replaces the last output of sun and wind', () => {
    const powerMwByType = { ...sampleInputs.realised?.powerMwByType, SOLAR: 20_000, WIND_ONSHORE: 20_000 }
    const realised = sampleInputs.realised && { ...sampleInputs.realised, powerMwByType }
    expect(project({ realised })).toBe(project({}))
  })

  test('carries offshore wind over without a forecast, and uses the forecast if there is one', () => {
    const powerMwByType = { NUCLEAR: 10_000, WIND_OFFSHORE: 1_000 }
    const realised = sampleInputs.realised && { ...sampleInputs.realised, powerMwByType }
    const forecastMw = { ...sampleInputs.forecastMw, WIND_OFFSHORE: createHours('2026-02-03T20:00:00Z', 1, () => 300) }
    expect(computeWindAndSolarMw({ ...sampleInputs, realised }, hour)).toBe(11_000)
    expect(computeWindAndSolarMw({ ...sampleInputs, realised, forecastMw }, hour)).toBe(10_300)
    expect(computeWindAndSolarMw(sampleInputs, hour)).toBe(10_000)
  })

  test('is null without a solar or onshore wind forecast, without factors, or without a realised hour', () => {
    const { SOLAR = new Map(), WIND_ONSHORE = new Map() } = sampleInputs.forecastMw
    expect(project({ forecastMw: { WIND_ONSHORE } })).toBeNull()
    expect(project({ forecastMw: { SOLAR } })).toBeNull()
    expect(project({ gCo2eqPerKwhByType: null })).toBeNull()
    expect(project({ realised: null })).toBeNull()
    expect(computeWindAndSolarMw({ ...sampleInputs, forecastMw: { SOLAR } }, hour)).toBeNull()
  })

  test('carries a realised hour over for 360 minutes and no longer', () => {
    const { realised } = sampleInputs
    const ended = (endMs: number): Partial<ScoreInputs> => ({ realised: realised && { ...realised, endMs } })
    const limit = sampleNow.epochMilliseconds - 360 * 60_000
    expect(project(ended(limit))).not.toBeNull()
    expect(project(ended(limit - 60_000))).toBeNull()
    expect(isRealisedRecent({ ...sampleInputs, ...ended(limit) }, sampleNow)).toBe(true)
    expect(isRealisedRecent({ ...sampleInputs, ...ended(limit - 60_000) }, sampleNow)).toBe(false)
    expect(isRealisedRecent({ ...sampleInputs, realised: null }, sampleNow)).toBe(false)
  })
})

describe('beyond the last published forecast', () => {
  /** Sun and wind as one series, of which the sum is told. */
  const sumAt = (series: ReadonlyMap<number, number>, at: string) =>
    computeWindAndSolarMw(
      { ...sampleInputs, realised: null, forecastMw: { SOLAR: series, WIND_ONSHORE: series } },
      toMs(at),
    )

  test('the power is that of the same Paris hour of the last published day, also two days later', () => {
    const day = createHours('2026-02-03T23:00:00Z', 24, (index) => index)
    expect(sumAt(day, '2026-02-05T10:00:00Z')).toBe(2 * 11)
    expect(sumAt(day, '2026-02-06T10:00:00Z')).toBe(2 * 11)
  })

  test('a forecast more than a week old is ignored', () => {
    const day = createHours('2026-02-03T23:00:00Z', 24, (index) => index)
    expect(sumAt(day, '2026-02-11T10:00:00Z')).toBe(22)
    expect(sumAt(day, '2026-02-12T10:00:00Z')).toBeNull()
  })

  test('the same hour is by the clock: after a clock change it is another in UTC', () => {
    const autumn = createHours('2024-10-25T22:00:00Z', 24, (index) => index)
    expect(sumAt(autumn, '2024-10-27T11:00:00Z')).toBe(2 * 12)
    const spring = createHours('2024-03-29T23:00:00Z', 24, (index) => index)
    expect(sumAt(spring, '2024-03-31T10:00:00Z')).toBe(2 * 12)
  })

  test('both autumn hours called 2 take the 2 of the day before', () => {
    const before = createHours('2024-10-25T22:00:00Z', 24, (index) => index)
    expect(sumAt(before, '2024-10-27T00:00:00Z')).toBe(4)
    expect(sumAt(before, '2024-10-27T01:00:00Z')).toBe(4)
  })

  test('the next day takes the first of the two autumn hours, and the hour after the one that spring skips', () => {
    const autumn = createHours('2024-10-26T22:00:00Z', 25, (index) => index)
    expect(sumAt(autumn, '2024-10-28T01:00:00Z')).toBe(4)
    const spring = createHours('2024-03-30T23:00:00Z', 23, (index) => index)
    expect(sumAt(spring, '2024-04-01T00:00:00Z')).toBe(4)
  })
})
