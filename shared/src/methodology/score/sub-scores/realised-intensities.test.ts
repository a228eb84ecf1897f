import { expect, test } from 'bun:test'
import type { SlotValue } from '../../hourly-means.ts'
import { toMs } from '../testing/sample-inputs.ts'
import { computeRealisedIntensities } from './carbon-score.ts'

const factors = { NUCLEAR: 4, FOSSIL_GAS: 400 }
const now = Temporal.Instant.from('2026-02-03T12:20:00Z')

function hourOf(start: string, powerMwByType: Record<string, number>): SlotValue[] {
  const slotStart = Temporal.Instant.from(start)
  const slotEnd = slotStart.add({ hours: 1 })
  return Object.entries(powerMwByType).map(([series, value]) => ({ series, slotStart, slotEnd, value }))
}

test('each complete hour has its intensity, oldest first', () => {
  const values = [
    ...hourOf('2026-02-03T11:00:00Z', { NUCLEAR: 300, FOSSIL_GAS: 100 }),
    ...hourOf('2026-02-03T10:00:00Z', { NUCLEAR: 100, FOSSIL_GAS: 0 }),
  ]
  expect([...computeRealisedIntensities(values, factors, now)]).toEqual([
    [toMs('2026-02-03T10:00:00Z'), 4],
    [toMs('2026-02-03T11:00:00Z'), 103],
  ])
})

test('an hour that lacks a type of another hour is left out: absent is not 0', () => {
  const values = [
    ...hourOf('2026-02-03T10:00:00Z', { NUCLEAR: 100, FOSSIL_GAS: 50 }),
    ...hourOf('2026-02-03T11:00:00Z', { FOSSIL_GAS: 50 }),
  ]
  expect([...computeRealisedIntensities(values, factors, now).keys()]).toEqual([toMs('2026-02-03T10:00:00Z')])
})

test('an hour that has not ended or has no generation is left out', () => {
  expect(computeRealisedIntensities(hourOf('2026-02-03T12:00:00Z', { NUCLEAR: 100 }), factors, now).size).toBe(0)
  expect(computeRealisedIntensities(hourOf('2026-02-03T10:00:00Z', { NUCLEAR: -5 }), factors, now).size).toBe(0)
  expect(computeRealisedIntensities([], factors, now).size).toBe(0)
})
