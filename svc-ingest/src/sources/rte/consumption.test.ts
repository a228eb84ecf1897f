import { describe, expect, test } from 'bun:test'
import { judge } from '../../pipeline/plausibility.ts'
import type { Measurement } from '../definition/content.ts'
import { normaliseConsumption } from './consumption.ts'
import fourTypes from './fixtures/consumption-four-types.json'

const minutesOf = ({ slotStart, slotEnd }: Measurement) => slotStart.until(slotEnd).total('minutes')

describe('consumption and its forecasts', () => {
  test('are one series per type, with quarter-hours and half-hours as they come, and a null or empty block is absent', () => {
    const { measurements, unreadableSlots } = normaliseConsumption(fourTypes)
    expect(measurements.map((m) => [m.series, m.slotStart.toString(), minutesOf(m), m.value])).toEqual([
      ['REALISED', '2026-02-02T23:00:00Z', 15, 58100],
      ['REALISED', '2026-02-02T23:15:00Z', 15, 57800],
      ['ID', '2026-02-02T23:00:00Z', 15, 58000],
      ['D-1', '2026-02-02T23:00:00Z', 15, 57500],
      ['D-2', '2026-02-02T23:00:00Z', 30, 57000],
    ])
    expect(unreadableSlots).toBe(0)
  })

  test('cover one slot when a block has the bounds of a day and one slot', () => {
    const dayAhead = normaliseConsumption(fourTypes).measurements.filter(({ series }) => series === 'D-1')
    expect(dayAhead.map(({ slotEnd }) => slotEnd.toString())).toEqual(['2026-02-02T23:15:00Z'])
  })

  test('may lie ahead when forecast, not when realised', () => {
    const { measurements } = normaliseConsumption(fourTypes)
    const before = Temporal.Instant.from('2026-02-02T22:00:00Z')
    const { accepted, quarantined } = judge('consumption', measurements, before)
    expect(accepted.map(({ series }) => series)).toEqual(['ID', 'D-1', 'D-2'])
    expect(quarantined.map(({ measurement }) => measurement.series)).toEqual(['REALISED', 'REALISED'])
  })

  test('are quarantined at 0 MW or twice the record', () => {
    const [first] = normaliseConsumption(fourTypes).measurements
    const now = Temporal.Instant.from('2026-02-03T12:00:00Z')
    for (const value of [0, 204_000]) {
      const measurements = first === undefined ? [] : [{ ...first, value }]
      expect(judge('consumption', measurements, now).quarantined).toHaveLength(1)
    }
  })

  test('are read from an object in place of an array of one, at the root and in values', () => {
    const values = { start_date: '2026-02-03T00:00:00+01:00', end_date: '2026-02-03T00:15:00+01:00', value: 58_100 }
    expect(normaliseConsumption({ short_term: { type: 'ID', values } }).measurements).toHaveLength(1)
    expect(normaliseConsumption({ short_term: { type: 'ID', values: {} } }).measurements).toEqual([])
    expect(() => normaliseConsumption({ short_term: 'none' })).toThrow(/agreed shape/)
  })
})
