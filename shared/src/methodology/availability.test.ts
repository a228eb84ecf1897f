import { describe, expect, test } from 'bun:test'
import { neverReceived, nextDue } from '../grid/feed-calendar.ts'
import { availability, confidencePct, countedAvailability } from './availability.ts'

const slotEnd = Temporal.Instant.from('2025-01-15T17:00:00Z')
const after = (minutes: number) => slotEnd.add({ minutes })
const received = { ...neverReceived, newestSlotEnd: slotEnd }
const nothing = neverReceived
const at = (text: string) => Temporal.Instant.from(text)

test('an hourly feed is fully available until 3 h after its newest slot, and not at all after 6 h', () => {
  expect(availability('generation_by_type', received, after(180))).toBe(1)
  expect(availability('generation_by_type', received, after(270))).toBeCloseTo(0.5, 10)
  expect(availability('generation_by_type', received, after(360))).toBe(0)
  expect(availability('generation_by_type', received, after(9_999))).toBe(0)
})

test('physical flows are due three hours after their hour from Energy-Charts, one hour from the operator', () => {
  const byEnergyCharts = { ...received, publisher: 'energy-charts' as const }
  expect(nextDue('physical_flows', byEnergyCharts)).toEqual(after(60 + 180))
  expect(availability('physical_flows', byEnergyCharts, after(60 + 180 + 60))).toBe(1)
  expect(availability('physical_flows', byEnergyCharts, after(60 + 180 + 150))).toBeCloseTo(0.5, 10)
  expect(nextDue('physical_flows', { ...received, publisher: 'rte' })).toEqual(after(60 + 60))
  expect(nextDue('generation_mix_15min', { ...received, publisher: 'energy-charts' })).toEqual(after(15 + 25))
})

test('a feed that never delivered is not available', () => {
  expect(availability('physical_flows', nothing, slotEnd)).toBe(0)
  expect(availability('generation_unavailabilities', nothing, slotEnd)).toBe(0)
})

test('confidence is the availability weighted by the methodology’s weights', () => {
  expect(confidencePct({ generation_by_type: 1, generation_mix_15min: 1, physical_flows: 1 })).toBe(100)
  expect(confidencePct({ generation_by_type: 1, generation_mix_15min: 0, physical_flows: 1 })).toBe(87)
  expect(confidencePct({ generation_by_type: 0, generation_mix_15min: 1, physical_flows: 1 })).toBe(100)
  expect(confidencePct({})).toBe(0)
})

test('hourly generation counts with a fresher quarter-hourly mix, never the other way, and not in version 1', () => {
  const phi = { generation_by_type: 0.25, generation_mix_15min: 0.75 }
  expect(countedAvailability(phi)).toEqual({ generation_by_type: 0.75, generation_mix_15min: 0.75 })
  expect(countedAvailability({ ...phi, generation_by_type: 1 })).toEqual({ ...phi, generation_by_type: 1 })
  expect(countedAvailability(phi, 1)).toEqual(phi)
  expect(countedAvailability({ generation_mix_15min: 1 })).toEqual({ generation_mix_15min: 1 })
})

describe('the next due time', () => {
  const covering = (newest: string) => ({ ...neverReceived, newestSlotEnd: at(newest) })

  test('of prices is 13:30 in Paris of the newest day, also across a clock change', () => {
    expect(nextDue('power_exchanges', covering('2025-01-15T23:00:00Z'))?.toString()).toBe('2025-01-15T12:30:00Z')
    expect(nextDue('power_exchanges', covering('2025-03-30T22:00:00Z'))?.toString()).toBe('2025-03-30T11:30:00Z')
  })

  test('of the grid signal is 17:00 in Paris of the next issue', () => {
    expect(nextDue('grid_signals', covering('2025-01-18T23:00:00Z'))?.toString()).toBe('2025-01-16T16:00:00Z')
  })

  test('of a feed without a calendar is one poll after the last success', () => {
    const asked = { ...neverReceived, lastSuccess: slotEnd }
    expect(nextDue('generation_unavailabilities', asked)?.toString()).toBe('2025-01-15T17:15:00Z')
  })

  test('a day-ahead price is fully available until the next publication is late', () => {
    expect(availability('power_exchanges', covering('2025-01-15T23:00:00Z'), at('2025-01-15T12:29:00Z'))).toBe(1)
    expect(availability('power_exchanges', covering('2025-01-15T23:00:00Z'), at('2025-01-15T15:30:00Z'))).toBe(1)
    expect(availability('power_exchanges', covering('2025-01-15T23:00:00Z'), at('2025-01-15T20:00:00Z'))).toBeCloseTo(
      0.5,
      10,
    )
  })
})
