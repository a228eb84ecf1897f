import { describe, expect, test } from 'bun:test'
import twoHours from './fixtures/generation-by-type-two-hours.json'
import { normaliseGenerationByType } from './generation-by-type.ts'

const slot = { start_date: '2026-02-03T00:00:00+01:00', end_date: '2026-02-03T01:00:00+01:00', value: 7 }

describe('hourly generation per type', () => {
  test('is read in UTC without TOTAL, pumping keeps its sign, and a null is absent', () => {
    const { measurements, unreadableSlots } = normaliseGenerationByType(twoHours)
    expect(
      measurements.map((m) => [m.series, m.slotStart.toString(), m.value, m.updatedAt?.toString() ?? null]),
    ).toEqual([
      ['NUCLEAR', '2026-02-02T23:00:00Z', 51200, '2026-02-03T00:58:00Z'],
      ['NUCLEAR', '2026-02-03T00:00:00Z', 51050, null],
      ['HYDRO_PUMPED_STORAGE', '2026-02-02T23:00:00Z', -2100, '2026-02-03T00:58:00Z'],
    ])
    expect(unreadableSlots).toBe(0)
  })

  test('is read from an object in place of an array of one, at the root and in values', () => {
    const payload = { actual_generations_per_production_type: { production_type: 'SOLAR', values: slot } }
    expect(normaliseGenerationByType(payload).measurements).toHaveLength(1)
  })

  test('keeps an unknown type under its own name', () => {
    const payload = { actual_generations_per_production_type: [{ production_type: 'FUSION', values: [slot] }] }
    expect(normaliseGenerationByType(payload).measurements[0]?.series).toBe('FUSION')
  })

  test('leaves out storage, matches other spellings, and counts no wind twice in addition to its total', () => {
    const blocks = ['Nuclear', 'HYDRO_RUN-OF-RIVER_AND_POUNDAGE', 'ENERGY_STORAGE', 'B25', 'WIND_ONSHORE', 'WIND'].map(
      (production_type, at) => ({ production_type, values: [{ ...slot, value: 10 + at }] }),
    )
    const { measurements, newElements } = normaliseGenerationByType({ actual_generations_per_production_type: blocks })
    expect(measurements.map(({ series, value }) => [series, value])).toEqual([
      ['NUCLEAR', 10],
      ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 11],
      ['WIND_ONSHORE', 14],
      ['WIND_OFFSHORE', 1],
    ])
    expect(newElements).toEqual([])
  })

  test('counts an unreadable slot and keeps the others', () => {
    const values = [slot, { ...slot, value: 'ND' }, { ...slot, start_date: 'yesterday' }]
    const payload = { actual_generations_per_production_type: [{ production_type: 'SOLAR', values }] }
    const { measurements, unreadableSlots } = normaliseGenerationByType(payload)
    expect([measurements.length, unreadableSlots]).toEqual([1, 2])
  })

  test('in another form is refused as a whole', () => {
    expect(() => normaliseGenerationByType({ error: 'x' })).toThrow(/agreed shape/)
    expect(() => normaliseGenerationByType({ actual_generations_per_production_type: 'none' })).toThrow(/agreed shape/)
    const unreadable = [{ production_type: 'SOLAR', values: [{ ...slot, value: 'ND' }] }]
    expect(() => normaliseGenerationByType({ actual_generations_per_production_type: unreadable })).toThrow(
      /can be read/,
    )
  })
})
