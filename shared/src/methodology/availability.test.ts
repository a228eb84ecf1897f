import { expect, test } from 'bun:test'
import { availability, confidencePct } from './availability.ts'

const slotEnd = Temporal.Instant.from('2025-01-15T17:00:00Z')
const after = (minutes: number) => slotEnd.add({ minutes })

test('an hourly feed is whole until 3 h after its newest slot, then fades to nothing at 6 h', () => {
  expect(availability('generation_by_type', slotEnd, after(180))).toBe(1)
  expect(availability('generation_by_type', slotEnd, after(270))).toBeCloseTo(0.5, 10)
  expect(availability('generation_by_type', slotEnd, after(360))).toBe(0)
  expect(availability('generation_by_type', slotEnd, after(9_999))).toBe(0)
})

test('a feed that never came is not available', () => {
  expect(availability('physical_flows', null, slotEnd)).toBe(0)
})

test('confidence is the availability weighted by the methodology’s weights', () => {
  expect(confidencePct({ generation_by_type: 1, generation_mix_15min: 1, physical_flows: 1 })).toBe(100)
  expect(confidencePct({ generation_by_type: 0, generation_mix_15min: 1, physical_flows: 1 })).toBe(33)
  expect(confidencePct({})).toBe(0)
})
