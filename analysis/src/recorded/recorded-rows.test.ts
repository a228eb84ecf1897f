import { expect, test } from 'bun:test'
import { parseGenerationMwByType } from './recorded-rows.ts'

test('unrecorded biogas is added to biomass; other types stay as recorded', () => {
  const mix = parseGenerationMwByType({ biomass_mw: '331.0', nuclear_mw: '37311.0', suspect: '' })
  expect(mix).toEqual(
    new Map([
      ['BIOMASS', 581],
      ['NUCLEAR', 37_311],
    ]),
  )
})

test('recorded biogas is added as recorded', () => {
  expect(parseGenerationMwByType({ biomass_mw: '331.0', biogas_mw: '252', suspect: '' })).toEqual(
    new Map([['BIOMASS', 583]]),
  )
})

test('an empty cell is unknown; next to a known consumption it is 0', () => {
  const mix = parseGenerationMwByType({
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

test('a suspect row is unknown', () => {
  expect(parseGenerationMwByType({ nuclear_mw: '37311.0', suspect: 'gas_mw;' })).toBeNull()
})
