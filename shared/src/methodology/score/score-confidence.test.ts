import { describe, expect, test } from 'bun:test'
import { computeScoreConfidence, hasLateSource, toScoreStatus, toSourceAvailability } from './score-confidence.ts'
import { createAvailability } from './testing/sample-inputs.ts'

const all = createAvailability(1)
const known = { emission_factors: true, country_intensities: true }

describe('confidence', () => {
  test('is 100 when every feed is available and 0 when none is', () => {
    expect(computeScoreConfidence(all, false)).toBe(100)
    expect(computeScoreConfidence(createAvailability(0), true)).toBe(0)
  })

  test('loses the weight of each missing feed; the tariff calendar has no weight', () => {
    const weights = {
      generation_by_type: 20,
      power_exchanges: 20,
      grid_signals: 12,
      consumption: 12,
      generation_forecast: 10,
      physical_flows: 6,
      generation_unavailabilities: 6,
      installed_capacities: 4,
      generation_mix_15min: 4,
      imbalance: 2,
      exchange_schedules: 2,
      consumption_weekly: 2,
      tariff_calendar: 0,
    }
    for (const [feed, weight] of Object.entries(weights)) {
      // The quarter-hourly mix stands in for the hourly generation.
      if (feed === 'generation_by_type') continue
      expect({ feed, confidence: computeScoreConfidence({ ...all, [feed]: 0 }, false) }).toEqual({
        feed,
        confidence: 100 - weight,
      })
    }
    expect(computeScoreConfidence({ ...all, generation_by_type: 0, generation_mix_15min: 0 }, false)).toBe(100 - 20 - 4)
  })

  test('counts hourly generation with a fresher quarter-hourly mix from version 2 on', () => {
    const hourlyLate = { ...all, generation_by_type: 0.5 }
    expect(computeScoreConfidence(hourlyLate, false)).toBe(100)
    expect(computeScoreConfidence(hourlyLate, false, 0, 1)).toBe(90)
    expect(computeScoreConfidence({ ...hourlyLate, generation_mix_15min: 0.75 }, false)).toBe(94)
    expect(computeScoreConfidence({ ...all, generation_mix_15min: 0 }, false)).toBe(96)
    expect(hasLateSource(hourlyLate)).toBe(false)
    expect(toSourceAvailability({ ...all, generation_by_type: 0 }, known)).toMatchObject({ generation_by_type: true })
  })

  test('without credentials is 66 with every fresh open feed and 58 without wind and solar forecasts, so the score is served', () => {
    const withoutCredentials = {
      ...createAvailability(0),
      generation_mix_15min: 1,
      generation_forecast: 1,
      consumption: 1,
      power_exchanges: 1,
      physical_flows: 1,
      exchange_schedules: 1,
      installed_capacities: 1,
      tariff_calendar: 1,
    }
    // Without signal and outages, grid and adequacy stand on their fallbacks.
    expect(computeScoreConfidence(withoutCredentials, true)).toBe(66)
    const withoutWindAndSun = computeScoreConfidence({ ...withoutCredentials, generation_forecast: 0 }, true)
    expect(withoutWindAndSun).toBe(58)
    expect(toScoreStatus(withoutWindAndSun)).toBe('degraded')
    expect(computeScoreConfidence(withoutCredentials, true, 0, 1)).toBe(49)
  })

  test('keeps 85 % when any dimension uses a fallback', () => {
    expect(computeScoreConfidence(all, true)).toBe(85)
    expect(computeScoreConfidence({ ...all, power_exchanges: 0 }, true)).toBe(68)
  })

  test('rounds halves up, also where the binary sum is just below the half', () => {
    // 100 − 20 · 0.25 = 95; · 0.85 = 80.75; a lead of 0.5 points: 80.25.
    expect(computeScoreConfidence({ ...all, power_exchanges: 0.75 }, true)).toBe(81)
    expect(computeScoreConfidence({ ...all, generation_forecast: 0.85 }, false)).toBe(99)
    expect(computeScoreConfidence({ ...all, consumption_weekly: 0.75 }, false)).toBe(100)
    expect(computeScoreConfidence({ ...all, grid_signals: 0.1, consumption: 0.1, physical_flows: 0.85 }, false)).toBe(
      78,
    )
    expect(computeScoreConfidence({ ...all, power_exchanges: 0.7, physical_flows: 0.75 }, false)).toBe(93)
  })

  test('loses half a point per hour of lead after the fallback factor, and never falls below 0', () => {
    expect(computeScoreConfidence(all, false, 1)).toBe(100)
    expect(computeScoreConfidence(all, false, 2)).toBe(99)
    expect(computeScoreConfidence(all, true, 48)).toBe(61)
    expect(computeScoreConfidence(createAvailability(0.1), true, 48)).toBe(0)
  })
})

test('the status changes at a confidence of 70 and of 50', () => {
  expect([100, 70, 69, 50, 49, 0].map(toScoreStatus)).toEqual([
    'ok',
    'ok',
    'degraded',
    'degraded',
    'insufficient',
    'insufficient',
  ])
})

test('a source is late below an availability of 1 and available above 0; the tariff calendar is not a score source', () => {
  expect(hasLateSource(all)).toBe(false)
  expect(hasLateSource({ ...all, consumption_weekly: 0.99 })).toBe(true)
  expect(hasLateSource({ ...all, tariff_calendar: 0 })).toBe(false)
  const sources = toSourceAvailability(
    { ...all, imbalance: 0.001, physical_flows: 0 },
    { ...known, emission_factors: false },
  )
  expect(Object.keys(sources)).toHaveLength(14)
  expect(sources).not.toHaveProperty('tariff_calendar')
  expect(sources).toMatchObject({
    imbalance: true,
    physical_flows: false,
    emission_factors: false,
    country_intensities: true,
  })
})
