import { expect, test } from 'bun:test'
import { readFeedsOfJson } from '../testing/source-fixture.ts'
import { odreCapacities } from './capacities.ts'

const read = (json: unknown) => {
  return readFeedsOfJson(odreCapacities, json)[0]?.normalised
}
/** A row as clients describe it; its values are invented. */
const row = { annee: '2025', parc_nucleaire: '62990,5', parc_gaz: 12_500, parc_hydraulique: 25_700, parc_eolien: 'ND' }

test('capacities are those of the unambiguous types over the Paris year, and texts with a comma are numbers', () => {
  const measurements = read([row])?.measurements ?? []
  expect(measurements.map(({ series, value }) => [series, value])).toEqual([
    ['NUCLEAR', 62_990.5],
    ['FOSSIL_GAS', 12_500],
  ])
  expect(measurements[0]?.slotStart.toString()).toBe('2024-12-31T23:00:00Z')
  expect(measurements[0]?.slotEnd.toString()).toBe('2025-12-31T23:00:00Z')
})

test('a year may be a date, a number or a text, and a row without one is counted', () => {
  const years = read([
    { ...row, annee: 2024 },
    { ...row, annee: '2025-01-01' },
    { ...row, annee: null },
  ])
  expect([years?.measurements.length, years?.unreadableSlots]).toEqual([4, 1])
})

test('renamed columns are reported', () => {
  expect(() => read([{ year: '2025', nuclear: 1 }])).toThrow('none of 1 rows has a year in annee')
})
