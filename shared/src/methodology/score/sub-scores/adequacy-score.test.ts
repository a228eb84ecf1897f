import { describe, expect, test } from 'bun:test'
import { createHours, sampleInputs, sampleNow, toMs } from '../testing/sample-inputs.ts'
import { type ProjectedDrivers, rateAdequacy } from './adequacy-score.ts'
import type { ScoreInputs } from './score-inputs.ts'

const present = '2026-02-03T18:00:00Z'
const rate = (changes: Partial<ScoreInputs> = {}, at = present) =>
  rateAdequacy({ ...sampleInputs, ...changes }, toMs(at), sampleNow, null, 1)

describe('the adequacy sub-score', () => {
  test('is the margin of available power over expected consumption', () => {
    // 75 000 programmable + 5 000 river + 10 000 wind and sun over 60 000.
    expect(rate()).toEqual({ value: 56.3, basis: { kind: 'margin', margin: 0.5 } })
  })

  test('is 0 for a margin below 0 and 100 for one above 1.3', () => {
    expect(rate({ installedMwByYear: new Map([[2026, {}]]) }).value).toBe(0)
    expect(rate({ installedMwByYear: new Map([[2026, { NUCLEAR: 200_000 }]]) }).value).toBe(100)
  })

  const missing: [string, Partial<ScoreInputs>][] = [
    ['outages', { outages: null }],
    ['capacities of the last 400 days', { installedMwByYear: new Map([[2024, { NUCLEAR: 61_000 }]]) }],
    ['a realised hour', { realised: null }],
    ['run-of-river', { realised: { endMs: 0, gCo2eqPerKwh: 20, powerMwByType: { NUCLEAR: 1 } } }],
    ['wind and sun', { forecastMw: {} }],
  ]
  test.each(missing)('of version 1 without %s uses only the expected consumption', (_, changes) => {
    expect(rate(changes)).toEqual({ value: 16.9, basis: { kind: 'consumption', consumptionMw: 60_000 } })
  })

  test('of version 2 rests on consumption less wind and sun where the margin is unknown', () => {
    const at = (changes: Partial<ScoreInputs>, projected: ProjectedDrivers | null = null) =>
      rateAdequacy({ ...sampleInputs, outages: null, ...changes }, toMs(present), sampleNow, projected, 2)
    const published = { kind: 'residual_load', consumptionMw: 60_000, windAndSolarMw: 10_000 } as const
    // 25 − 15 · (50.0 − 46.3) / (54.8 − 46.3)
    expect(at({})).toEqual({ value: 18.5, basis: published })
    const projected = { loadMw: 40_000, windAndSolarMw: 21_000 }
    // What is published counts before what is projected.
    expect(at({}, projected)).toEqual({ value: 18.5, basis: published })
    expect(at({ forecastMw: {} }, projected).basis).toEqual({ ...published, windAndSolarMw: 21_000 })
    const nothingPublished = { forecastMw: {}, expectedConsumptionMw: new Map(), weeklyConsumptionMw: new Map() }
    expect(at(nothingPublished, projected)).toEqual({
      value: 100,
      basis: { kind: 'residual_load', consumptionMw: 40_000, windAndSolarMw: 21_000 },
    })
    expect(at({ forecastMw: {} })).toEqual({ value: 16.9, basis: { kind: 'consumption', consumptionMw: 60_000 } })
  })

  test('of version 2 takes the forecast issue before a copy of an earlier day beyond the published wind and sun', () => {
    const later = '2026-02-05T12:00:00Z'
    const at = (projected: ProjectedDrivers | null) =>
      rateAdequacy({ ...sampleInputs, outages: null }, toMs(later), sampleNow, projected, 2).basis
    expect(at({ loadMw: null, windAndSolarMw: 3_000 })).toMatchObject({ windAndSolarMw: 3_000 })
    expect(at(null)).toMatchObject({ windAndSolarMw: 10_000 })
  })

  test('uses only the consumption when that is 0', () => {
    expect(rate({ expectedConsumptionMw: new Map([[toMs(present), 0]]) })).toEqual({
      value: 100,
      basis: { kind: 'consumption', consumptionMw: 0 },
    })
  })

  // The least that there is, and one over which 100 times the margin is infinite.
  test.each([5e-324, 1e-303])('stays finite for an expected consumption of %p MW', (consumptionMw) => {
    expect(rate({ expectedConsumptionMw: new Map([[toMs(present), consumptionMw]]) })).toEqual({
      value: 100,
      basis: { kind: 'consumption', consumptionMw },
    })
  })

  test('takes the weekly forecast as a fallback until the end of tomorrow, and as the source after that', () => {
    const changes = { expectedConsumptionMw: new Map() }
    expect(rate(changes).basis.kind).toBe('consumption')
    expect(rate(changes, '2026-02-04T22:00:00Z').basis.kind).toBe('consumption')
    expect(rate(changes, '2026-02-04T23:00:00Z').basis.kind).toBe('margin')
  })

  test('prefers a short-term forecast to the weekly one', () => {
    const weeklyConsumptionMw = createHours('2026-02-02T23:00:00Z', 24 * 9, () => 1)
    expect(rate({ weeklyConsumptionMw })).toEqual(rate())
  })

  test('without any expected consumption is the median of the calibration year, never 0 MW', () => {
    const changes = { expectedConsumptionMw: new Map(), weeklyConsumptionMw: new Map() }
    expect(rate(changes)).toEqual({ value: 50, basis: { kind: 'median', consumptionMw: 47_400 } })
    expect(rate(changes, '2026-02-05T10:00:00Z').basis.kind).toBe('median')
  })

  /** The basis of an hour when these years are published, whose capacities equal the year in GW. */
  function basisAt(hour: string, years: readonly number[]) {
    const start = Temporal.Instant.from(hour)
    const hours = (value: number) => createHours(start.subtract({ hours: 1 }).toString(), 3, () => value)
    const inputs: ScoreInputs = {
      ...sampleInputs,
      installedMwByYear: new Map(years.map((year) => [year, { NUCLEAR: 1_000 * year }])),
      outages: [],
      realised: { endMs: 0, gCo2eqPerKwh: 20, powerMwByType: { HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 0 } },
      expectedConsumptionMw: hours(1_000_000),
      forecastMw: { SOLAR: hours(0), WIND_ONSHORE: hours(0) },
    }
    const { basis } = rateAdequacy(inputs, toMs(hour), start)
    return basis.kind === 'margin' ? Math.round(1_000 * (basis.margin + 1)) : basis.kind
  }

  test('uses the capacities of a calendar year in Paris as soon as it begins', () => {
    expect(basisAt('2026-12-31T22:00:00Z', [2026, 2027])).toBe(2026)
    expect(basisAt('2026-12-31T23:00:00Z', [2026, 2027])).toBe(2027)
  })

  test('uses the capacities of the year before until 400 days after that year began, while the new ones are unpublished', () => {
    expect(basisAt('2026-12-31T23:00:00Z', [2025, 2026])).toBe(2026)
    // 1 January 2026 in Paris and 400 days.
    expect(basisAt('2027-02-04T22:00:00Z', [2026])).toBe(2026)
    expect(basisAt('2027-02-04T23:00:00Z', [2026])).toBe('residual_load')
    expect(basisAt('2026-12-31T22:00:00Z', [2025, 2027])).toBe('residual_load')
  })

  test('ends tomorrow at midnight in Paris also on the day of 25 hours', () => {
    const now = Temporal.Instant.from('2024-10-26T12:00:00Z')
    const inputs: ScoreInputs = {
      ...sampleInputs,
      installedMwByYear: new Map([[2024, { NUCLEAR: 60_000 }]]),
      expectedConsumptionMw: new Map(),
      weeklyConsumptionMw: createHours('2024-10-26T00:00:00Z', 72, () => 50_000),
      forecastMw: {
        SOLAR: createHours('2024-10-26T00:00:00Z', 72, () => 0),
        WIND_ONSHORE: createHours('2024-10-26T00:00:00Z', 72, () => 0),
      },
    }
    expect(rateAdequacy(inputs, toMs('2024-10-27T22:00:00Z'), now).basis.kind).toBe('residual_load')
    expect(rateAdequacy(inputs, toMs('2024-10-27T23:00:00Z'), now).basis.kind).toBe('margin')
  })
})
