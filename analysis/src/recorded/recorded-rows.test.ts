import { expect, test } from 'bun:test'
import { generationMwByType } from './recorded-rows.ts'

test('biogas is added to biomass, and other types stand as they were recorded', () => {
  const mix = generationMwByType({ biomass_mw: '331.0', nuclear_mw: '37311.0', suspect: '' })
  expect(mix).toEqual(
    new Map([
      ['BIOMASS', 581],
      ['NUCLEAR', 37_311],
    ]),
  )
})

test('recorded biogas is added as it was recorded', () => {
  expect(generationMwByType({ biomass_mw: '331.0', biogas_mw: '252', suspect: '' })).toEqual(
    new Map([['BIOMASS', 583]]),
  )
})

test('an empty cell is unknown; beside a known consumption it is a type that generated nothing', () => {
  const mix = generationMwByType({
    biomass_mw: '',
    coal_mw: '',
    coal_consumption_mw: '12.0',
    hydro_pumped_mw: '400.0',
    hydro_pumped_consumption_mw: '100.0',
    wind_offshore_mw: '',
    wind_offshore_consumption_mw: '',
    suspect: '',
  })
  expect(mix).toEqual(
    new Map([
      ['FOSSIL_HARD_COAL', 0],
      ['HYDRO_PUMPED_STORAGE', 400],
    ]),
  )
})

test('a row that the record marks as suspect is unknown', () => {
  expect(generationMwByType({ nuclear_mw: '37311.0', suspect: 'gas_mw;' })).toBeNull()
})
