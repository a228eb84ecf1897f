import { describe, expect, test } from 'bun:test'
import type { Measurement } from '../../feeds/definition/feed.ts'
// A real row of RTE via ODRÉ (Licence Ouverte 2.0) of 12 July 2022, when the wind split and the batteries were still "ND".
import rows from './fixtures/measured-quarter.json'
import { contentOfRows, directIntensity, loadOfRow, type MixRow, mixOfRow, natureOf, numberOf } from './mix-row.ts'

const [real = {}] = rows as readonly MixRow[]
const slotStart = Temporal.Instant.from('2022-07-12T17:30:00Z')

const bySeries = (measurements: readonly Measurement[]) =>
  Object.fromEntries(measurements.map(({ series, value }) => [series, value]))
const mixOf = (changes: MixRow = {}) => mixOfRow({ ...real, ...changes }, slotStart, 'real-time')
const faultOf = (changes: MixRow) => mixOf(changes).fault

describe('a number of a column', () => {
  test.each([
    [12, 12],
    [0, 0],
    ['-6', -6],
    [' 12.5 ', 12.5],
    ['12,5', 12.5],
    ['0', 0],
  ])('%j is %d', (value, expected) => {
    expect(numberOf({ column: value }, 'column')).toBe(expected)
  })

  test.each([['ND'], ['-'], [''], [null], [undefined], [Number.NaN], ['1 234'], ['0x10'], [true], [{}]])(
    '%j is absent, never 0',
    (value) => {
      expect(numberOf({ column: value }, 'column')).toBeNull()
    },
  )
})

test('nature: a word that is not known is the least final', () => {
  const natures = ['Données temps réel', 'Données consolidées', 'Données définitives', 'Données provisoires', null]
  expect(natures.map((nature) => natureOf({ nature }))).toEqual([
    'real-time',
    'consolidated',
    'definitive',
    'real-time',
    'real-time',
  ])
})

describe('the mix of a row', () => {
  test('has every type of the vocabulary of the operator’s own feed, and only generation', () => {
    expect(bySeries(mixOf().measurements)).toEqual({
      NUCLEAR: 28_158,
      FOSSIL_GAS: 4_852,
      FOSSIL_HARD_COAL: 29,
      FOSSIL_OIL: 633,
      HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 3_415,
      HYDRO_WATER_RESERVOIR: 2_459,
      HYDRO_PUMPED_STORAGE: 1_695,
      SOLAR: 2_561,
      'BIOMASS/BIOMASS': 330,
      'BIOMASS/BIOGAS': 275,
      WASTE: 154,
      WIND_ONSHORE: 1_082,
      WIND_OFFSHORE: 0,
    })
    expect(mixOf().fault).toBeNull()
  })

  test('wind is split where both parts are there and add up, else all of it is onshore and the split before it is undone', () => {
    const windOf = (changes: MixRow) => {
      const { WIND_ONSHORE, WIND_OFFSHORE } = bySeries(mixOf(changes).measurements)
      return [WIND_ONSHORE, WIND_OFFSHORE]
    }
    expect(windOf({ eolien_terrestre: '1000', eolien_offshore: '80' })).toEqual([1_000, 80])
    expect(windOf({ eolien_terrestre: '1000', eolien_offshore: '79' })).toEqual([1_082, 0])
    expect(windOf({ eolien_terrestre: '1082', eolien_offshore: 'ND' })).toEqual([1_082, 0])
    expect(windOf({ eolien: null, eolien_terrestre: '1000', eolien_offshore: '80' })).toEqual([1_000, 80])
    expect(windOf({ eolien: null })).toEqual([undefined, undefined])
  })

  test('a type without a value is missing, which makes the slot incomplete; hydro is never taken by its total', () => {
    const { measurements } = mixOf({
      gaz: null,
      hydraulique_lacs: null,
      hydraulique_fil_eau_eclusee: '',
      hydraulique_step_turbinage: 'ND',
    })
    expect(measurements.map(({ series }) => series).filter((series) => /HYDRO|GAS$/.test(series))).toEqual([
      'BIOMASS/BIOGAS',
    ])
  })

  test('a row of forecasts only has none, and nothing to contradict', () => {
    const forecasts = { prevision_j: 52_400, prevision_j1: 51_600, pompage: null, taux_co2: null }
    expect(mixOfRow(forecasts, slotStart, 'real-time')).toEqual({ measurements: [], fault: null })
  })
})

describe('a mix that contradicts itself is not believed', () => {
  test('load and balance more than 500 MW apart, also without batteries', () => {
    expect(faultOf({ consommation: 52_887 })).toBeNull()
    expect(faultOf({ consommation: 52_888 })).toBe('load and balance differ by 501 MW')
    expect(faultOf({ consommation: 52_888, stockage_batterie: '-40', destockage_batterie: '41' })).toBeNull()
    expect(faultOf({ consommation: 60_000, ech_physiques: null })).toBeNull()
  })

  test('the published intensity more than 2 g off', () => {
    expect(Math.round(directIntensity(real) ?? 0)).toBe(65)
    expect([63.3, 67.1].map((taux_co2) => faultOf({ taux_co2 }))).toEqual([null, null])
    expect(faultOf({ taux_co2: 70 })).toBe('published intensity of 70 g/kWh, its own mix gives 65')
    expect([faultOf({ taux_co2: 'ND' }), faultOf({ taux_co2: 70, gaz: null })]).toEqual([null, null])
  })

  test('a sign that was turned round', () => {
    expect(faultOf({ pompage: 36 })).toContain('pompage of 36 MW')
    expect(faultOf({ stockage_batterie: '5' })).toContain('stockage_batterie')
    expect(faultOf({ destockage_batterie: '-5' })).toContain('destockage_batterie')
    expect(faultOf({ stockage_batterie: '-5', destockage_batterie: '5' })).toBeNull()
  })

  test('its mix is refused with the reason, its load and its neighbours are kept', () => {
    const next = slotStart.add({ minutes: 15 })
    const { mix, load } = contentOfRows([
      { row: { ...real, pompage: 36 }, slotStart },
      { row: real, slotStart: next },
    ])
    expect(new Set(mix.measurements.map((one) => one.slotStart))).toEqual(new Set([next]))
    expect(new Set(mix.refused?.map(({ reason }) => reason))).toEqual(
      new Set(['pompage of 36 MW has the sign of production']),
    )
    expect(load.measurements.filter(({ series }) => series === 'REALISED')).toHaveLength(2)
  })
})

test('the load and its forecasts carry how final the row is, so that a coarser row never replaces them', () => {
  const load = loadOfRow(real, slotStart, 'real-time')
  expect(bySeries(load)).toEqual({ REALISED: 52_387, ID: 52_400, 'D-1': 51_600 })
  expect(load.map(({ nature }) => nature)).toEqual(['real-time', 'real-time', 'real-time'])
  expect(load[0]?.slotEnd.toString()).toBe('2022-07-12T17:45:00Z')
})
