import { expect, test } from 'bun:test'
import { normaliseYearlyIntensities } from './country-intensities.ts'
import twoYears from './fixtures/two-years.json'

test('neighbours are read by ISO-2 code and year, and nulls, aggregates and other countries are left out', () => {
  expect(normaliseYearlyIntensities(twoYears).intensities).toEqual([
    { country: 'DE', year: 2023, gCo2eqPerKwh: 350.25 },
    { country: 'BE', year: 2022, gCo2eqPerKwh: 100.5 },
  ])
})

const row = (entity_code: string, value: unknown, date: unknown = '2024') => ({
  entity_code,
  date,
  emissions_intensity_gco2_per_kwh: value,
})
const read = (...data: unknown[]) => normaliseYearlyIntensities({ data })

test('numbers as texts and years as numbers are read, and odd rows are counted without discarding the others', () => {
  const germany = { country: 'DE', year: 2024, gCo2eqPerKwh: 342.1 }
  expect(read(row('DEU', 342.1), row('BEL', '117.6'), row('ESP', ' 146,15 ', 2024))).toEqual({
    intensities: [
      germany,
      { country: 'BE', year: 2024, gCo2eqPerKwh: 117.6 },
      { country: 'ES', year: 2024, gCo2eqPerKwh: 146.15 },
    ],
    unreadable: 0,
    reasons: [],
  })
  const odd = [row('BEL', 'n/a'), row('ITA', 280, '2024-01'), row('CHE', -1), row('GBR', 99_999), row('ESP', {})]
  const { intensities, unreadable, reasons } = read(row('DEU', 342.1), ...odd)
  expect([intensities, unreadable]).toEqual([[germany], 5])
  expect(reasons.join()).toContain('emissions_intensity_gco2_per_kwh: is implausible')
})

test('a row of another country, or of none, is ignored', () => {
  expect(read(row('DEU', 342.1), row('JPN', 'n/a'), { entity: 'World' }, null, 7).unreadable).toBe(0)
})

test('exactly 0 g counts as unknown, never as a clean neighbour', () => {
  expect(read(row('DEU', 342.1), row('CHE', 0), row('BEL', '0')).intensities.map(({ country }) => country)).toEqual([
    'DE',
  ])
})

test('an answer of another form, without a neighbour, or without a readable row is refused', () => {
  expect(() => read(row('DEU', -1))).toThrow(/implausible/)
  expect(() => read(row('DEU', 'much'))).toThrow(/agreed shape/)
  expect(() => normaliseYearlyIntensities({ rows: [] })).toThrow(/agreed shape/)
  expect(() => read()).toThrow(/no neighbour/)
})
