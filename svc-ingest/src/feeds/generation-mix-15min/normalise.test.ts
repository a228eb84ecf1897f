import { expect, test } from 'bun:test'
import oneQuarter from './fixtures/one-quarter.json'
import { normaliseGenerationMix15min } from './normalise.ts'

const valuesBySeries = (payload: unknown) =>
  Object.fromEntries(normaliseGenerationMix15min(payload).measurements.map(({ series, value }) => [series, value]))

test('subtypes or totals are taken, never both; exchange and pumping are not generation', () => {
  expect(valuesBySeries(oneQuarter)).toEqual({
    'BIOMASS/BIOGAS': 250,
    'BIOMASS/BIOMASS': 400,
    WASTE: 220,
    FOSSIL_GAS: 2600,
    HYDRO_PUMPED_STORAGE: 90,
    WIND_ONSHORE: 7000,
  })
})

test('wind is split as soon as the operator splits it', () => {
  const values = [{ start_date: '2026-02-03T00:00:00+01:00', end_date: '2026-02-03T00:15:00+01:00', value: 5 }]
  const wind = ['TOTAL', 'WIND_ONSHORE', 'WIND_OFFSHORE'].map((production_subtype) => {
    return { production_type: 'WIND', production_subtype, values }
  })
  expect(valuesBySeries({ generation_mix_15min_time_scale: wind })).toEqual({ WIND_ONSHORE: 5, WIND_OFFSHORE: 5 })
})

test('a type that is not known yet is taken by its total', () => {
  const values = [{ start_date: '2026-02-03T00:00:00+01:00', end_date: '2026-02-03T00:15:00+01:00', value: 5 }]
  const battery = ['TOTAL', 'BATTERY_LARGE'].map((production_subtype) => {
    return { production_type: 'BATTERY', production_subtype, values }
  })
  expect(valuesBySeries({ generation_mix_15min_time_scale: battery })).toEqual({ BATTERY: 5 })
})
