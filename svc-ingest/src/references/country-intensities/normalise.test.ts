import { expect, test } from 'bun:test'
import twoYears from './fixtures/two-years.json'
import { normaliseYearlyIntensities } from './normalise.ts'

test('neighbours by ISO-2 and year; nulls, aggregates and far countries are left out', () => {
  expect(normaliseYearlyIntensities(twoYears)).toEqual([
    { country: 'DE', year: 2023, gCo2eqPerKwh: 350.25 },
    { country: 'BE', year: 2022, gCo2eqPerKwh: 100.5 },
  ])
})

test('an absurd value, another shape, or no neighbour at all refuses the whole answer', () => {
  const germany = (value: unknown) => ({
    data: [{ entity_code: 'DEU', date: '2023', emissions_intensity_gco2_per_kwh: value }],
  })
  expect(() => normaliseYearlyIntensities(germany(-1))).toThrow(/implausible/)
  expect(() => normaliseYearlyIntensities(germany(99_999))).toThrow(/implausible/)
  expect(() => normaliseYearlyIntensities(germany('385'))).toThrow(/agreed shape/)
  expect(() => normaliseYearlyIntensities({ data: [] })).toThrow(/no neighbour/)
})
