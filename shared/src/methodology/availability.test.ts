import { describe, expect, test } from 'bun:test'
import { findNextDue, neverReceived } from '../grid/feed-calendar.ts'
import { computeAvailability, computeConfidencePct, toCountedAvailability } from './availability.ts'

const slotEnd = Temporal.Instant.from('2025-01-15T17:00:00Z')
const after = (minutes: number) => slotEnd.add({ minutes })
const received = { ...neverReceived, newestSlotEnd: slotEnd }
const nothing = neverReceived
const at = (text: string) => Temporal.Instant.from(text)

test('an hourly feed is fully available until 3 h after its newest slot, and not at all after 6 h', () => {
  expect(computeAvailability('generation_by_type', received, after(180))).toBe(1)
  expect(computeAvailability('generation_by_type', received, after(270))).toBeCloseTo(0.5, 10)
  expect(computeAvailability('generation_by_type', received, after(360))).toBe(0)
  expect(computeAvailability('generation_by_type', received, after(9_999))).toBe(0)
})

test('physical flows are due three hours after their hour from Energy-Charts, one hour from the operator', () => {
  const byEnergyCharts = { ...received, publisher: 'energy-charts' as const }
  expect(findNextDue('physical_flows', byEnergyCharts)).toEqual(after(60 + 180))
  expect(computeAvailability('physical_flows', byEnergyCharts, after(60 + 180 + 60))).toBe(1)
  expect(computeAvailability('physical_flows', byEnergyCharts, after(60 + 180 + 150))).toBeCloseTo(0.5, 10)
  expect(findNextDue('physical_flows', { ...received, publisher: 'rte' })).toEqual(after(60 + 60))
  expect(findNextDue('generation_mix_15min', { ...received, publisher: 'energy-charts' })).toEqual(after(15 + 25))
})

test('a feed that never delivered is not available', () => {
  expect(computeAvailability('physical_flows', nothing, slotEnd)).toBe(0)
  expect(computeAvailability('generation_unavailabilities', nothing, slotEnd)).toBe(0)
})

test('confidence is the availability weighted by the methodology’s weights', () => {
  expect(computeConfidencePct({ generation_by_type: 1, generation_mix_15min: 1, physical_flows: 1 })).toBe(100)
  expect(computeConfidencePct({ generation_by_type: 1, generation_mix_15min: 0, physical_flows: 1 })).toBe(87)
  expect(computeConfidencePct({ generation_by_type: 0, generation_mix_15min: 1, physical_flows: 1 })).toBe(100)
  expect(computeConfidencePct({})).toBe(0)
})

test('hourly generation counts with a fresher quarter-hourly mix, never the other way, and not in version 1', () => {
  const phi = { generation_by_type: 0.25, generation_mix_15min: 0.75 }
  expect(toCountedAvailability(phi)).toEqual({ generation_by_type: 0.75, generation_mix_15min: 0.75 })
  expect(toCountedAvailability({ ...phi, generation_by_type: 1 })).toEqual({ ...phi, generation_by_type: 1 })
  expect(toCountedAvailability(phi, 1)).toEqual(phi)
  expect(toCountedAvailability({ generation_mix_15min: 1 })).toEqual({ generation_mix_15min: 1 })
})

describe('the next due time', () => {
  const covering = (newest: string) => ({ ...neverReceived, newestSlotEnd: at(newest) })

  test('of prices is 13:30 in Paris of the newest day, also across a clock change', () => {
    expect(findNextDue('power_exchanges', covering('2025-01-15T23:00:00Z'))?.toString()).toBe('2025-01-15T12:30:00Z')
    expect(findNextDue('power_exchanges', covering('2025-03-30T22:00:00Z'))?.toString()).toBe('2025-03-30T11:30:00Z')
  })

  test('of the grid signal is 17:00 in Paris of the next issue', () => {
    expect(findNextDue('grid_signals', covering('2025-01-18T23:00:00Z'))?.toString()).toBe('2025-01-16T16:00:00Z')
  })

  test('of a feed without a calendar is one poll after the last success', () => {
    const asked = { ...neverReceived, lastSuccess: slotEnd }
    expect(findNextDue('generation_unavailabilities', asked)?.toString()).toBe('2025-01-15T17:15:00Z')
  })

  test('a day-ahead price is fully available until the next publication is late', () => {
    expect(computeAvailability('power_exchanges', covering('2025-01-15T23:00:00Z'), at('2025-01-15T12:29:00Z'))).toBe(1)
    expect(computeAvailability('power_exchanges', covering('2025-01-15T23:00:00Z'), at('2025-01-15T15:30:00Z'))).toBe(1)
    expect(
      computeAvailability('power_exchanges', covering('2025-01-15T23:00:00Z'), at('2025-01-15T20:00:00Z')),
    ).toBeCloseTo(0.5, 10)
  })
})
