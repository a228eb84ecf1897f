import { describe, expect, test } from 'bun:test'
import { judge } from '../../pipeline/plausibility.ts'
import oneYear from './fixtures/installed-capacities-one-year.json'
import { installedCapacities, normaliseInstalledCapacities } from './installed-capacities.ts'

const slot = { start_date: '2026-01-01T00:00:00+01:00', end_date: '2027-01-01T00:00:00+01:00', value: 63_020 }
const payloadOf = (...values: unknown[]) => ({ capacities_per_production_type: { values } })

describe('installed capacities', () => {
  test('are a value per type over the year, -1 is absent, 0 is not, and sums are dropped', () => {
    const { measurements, unreadableSlots } = normaliseInstalledCapacities(oneYear)
    expect(measurements.map(({ series, value }) => [series, value])).toEqual([
      ['NUCLEAR', 63020],
      ['WIND_OFFSHORE', 2200],
      ['FOSSIL_HARD_COAL', 0],
    ])
    expect([measurements[0]?.slotStart, measurements[0]?.slotEnd].map(String)).toEqual([
      '2025-12-31T23:00:00Z',
      '2026-12-31T23:00:00Z',
    ])
    expect(unreadableSlots).toBe(0)
  })

  test('may have an array as root, and an object as values', () => {
    const payload = { capacities_per_production_type: [{ values: { ...slot, type: 'NUCLEAR' } }] }
    expect(normaliseInstalledCapacities(payload).measurements).toHaveLength(1)
  })

  test('count a slot without a type and keep the others', () => {
    const { measurements, unreadableSlots } = normaliseInstalledCapacities(
      payloadOf({ ...slot, type: 'NUCLEAR' }, slot, { ...slot, type: null }),
    )
    expect([measurements.length, unreadableSlots]).toEqual([1, 2])
  })

  test('in another form are refused', () => {
    expect(() => normaliseInstalledCapacities({ capacities_cpc: [] })).toThrow(/agreed shape/)
  })

  test('of a year of 366 days are accepted, and the fleet of the sandbox is not', () => {
    const leapYear = { start_date: '2028-01-01T00:00:00+01:00', end_date: '2029-01-01T00:00:00+01:00' }
    const { measurements } = normaliseInstalledCapacities(
      payloadOf({ ...leapYear, type: 'NUCLEAR', value: 63_020 }, { ...slot, type: 'NUCLEAR', value: 98 }),
    )
    const { accepted, quarantined } = judge(
      'installed_capacities',
      measurements,
      Temporal.Instant.from('2028-02-03T12:00:00Z'),
    )
    expect([accepted.map(({ value }) => value), quarantined.map(({ measurement }) => measurement.value)]).toEqual([
      [63_020],
      [98],
    ])
  })
})

describe('a request of installed capacities', () => {
  const asked = (now: string, newest: string | null = '2026-12-31T23:00:00Z') => {
    const newestSlotEnd = newest === null ? null : Temporal.Instant.from(newest)
    const context = { now: Temporal.Instant.from(now), lastSuccess: null, newestSlotEnd }
    return installedCapacities.calls(context).map(({ query }) => query)
  }

  test('covers the whole running year', () => {
    expect(asked('2026-07-03T12:00:00Z')).toEqual([
      { start_date: '2026-01-01T00:00:00+01:00', end_date: '2027-01-01T00:00:00+01:00' },
    ])
  })

  test('and in January also the year before, whose capacities count until the new ones are published', () => {
    for (const newest of ['2026-12-31T23:00:00Z', null]) {
      expect(asked('2027-01-05T12:00:00Z', newest)).toEqual([
        { start_date: '2026-01-01T00:00:00+01:00', end_date: '2028-01-01T00:00:00+01:00' },
      ])
    }
  })

  test('and the next year as soon as the forecast reaches into it', () => {
    expect(asked('2026-12-27T12:00:00Z')[0]?.['end_date']).toBe('2027-01-01T00:00:00+01:00')
    expect(asked('2026-12-30T12:00:00Z')[0]?.['end_date']).toBe('2028-01-01T00:00:00+01:00')
  })
})
