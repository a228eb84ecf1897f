import { describe, expect, test } from 'bun:test'
import { hourMs, quarterHourMs } from '../time/instant.ts'
import { seedFactorSet } from './emission-factors.ts'
import type { SlotValue } from './hourly-means.ts'
import { createQuarterAssessment } from './quarter-assessment.ts'

/** MW of each type in every quarter-hour; biomass comes in two parts. */
const powerMw = {
  NUCLEAR: 40_000,
  FOSSIL_GAS: 3_000,
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 4_000,
  HYDRO_WATER_RESERVOIR: 2_000,
  SOLAR: 500,
  WIND_ONSHORE: 6_000,
  'BIOMASS/BIOMASS': 300,
  'BIOMASS/BIOGAS': 200,
} as const

const startMs = Date.parse('2026-02-03T17:00:00Z')

function makeSlot(series: string, atMs: number, value: number, minutes = 15): SlotValue {
  const slotStart = Temporal.Instant.fromEpochMilliseconds(atMs)
  return { series, slotStart, slotEnd: slotStart.add({ minutes }), value }
}

/** A complete mix of a slot. */
const makeMix = (atMs: number, minutes = 15): SlotValue[] =>
  Object.entries(powerMw).map(([series, value]) => makeSlot(series, atMs, value, minutes))

const assess = (generationMix15min: readonly SlotValue[], atMs = startMs) =>
  createQuarterAssessment({ generationMix15min, factorSet: seedFactorSet })(atMs)

describe('the assessment of a quarter-hour', () => {
  test('is the ratio of emissions to generation, by life-cycle and by direct factors', () => {
    const totalMw = 56_000
    // 40 000 · 3.7 + 3 000 · 418 + 6 000 · 6 + 500 · 43.9 + 6 000 · 14.1 + 500 · 230
    const lifeCycle = 148_000 + 1_254_000 + 36_000 + 21_950 + 84_600 + 115_000
    const direct = 3_000 * 429 + 500 * 494
    expect(assess(makeMix(startMs))).toEqual({
      totalGenerationMw: totalMw,
      productionGCo2eqPerKwh: lifeCycle / totalMw,
      directGCo2eqPerKwh: direct / totalMw,
    })
  })

  test('needs every type that France always has, even when no row has it', () => {
    expect(assess(makeMix(startMs).filter(({ series }) => series !== 'NUCLEAR'))).toBeNull()
    expect(assess([])).toBeNull()
  })

  test('needs every type of the seven days up to the end of its hour, also one that comes later in the hour', () => {
    const oil = (atMs: number) => makeSlot('FOSSIL_OIL', atMs, 10)
    const week = 7 * 24 * hourMs
    expect(assess([oil(startMs - week + hourMs), ...makeMix(startMs)])).toBeNull()
    expect(assess([oil(startMs - week), ...makeMix(startMs)])).not.toBeNull()
    expect(assess([...makeMix(startMs), oil(startMs + 3 * quarterHourMs)])).toBeNull()
    expect(assess([...makeMix(startMs), oil(startMs + hourMs)])).not.toBeNull()
  })

  test('does not expect storage, which is no generation', () => {
    const storage = makeSlot('ENERGY_STORAGE', startMs - hourMs, 50)
    expect(assess([storage, ...makeMix(startMs)])).toEqual(assess(makeMix(startMs)))
  })

  test('has the value of the half-hour that holds the quarter-hour; an hour gives none', () => {
    const half = makeMix(startMs, 30)
    expect(assess(half, startMs + quarterHourMs)).toEqual(assess(makeMix(startMs)))
    expect(assess(half, startMs + 2 * quarterHourMs)).toBeNull()
    expect(assess(makeMix(startMs, 60))).toBeNull()
  })

  test('takes the quarter-hour where it lies in a half-hour of the same type', () => {
    const finer = makeSlot('FOSSIL_GAS', startMs + quarterHourMs, 0)
    const mix = [...makeMix(startMs, 30), finer]
    expect(assess(mix)).toEqual(assess(makeMix(startMs)))
    expect(assess(mix, startMs + quarterHourMs)?.totalGenerationMw).toBe(53_000)
  })
})
