import { describe, expect, test } from 'bun:test'
import type { Measurement } from '../definition/content.ts'
// A real row of RTE via ODRÉ (Licence Ouverte 2.0) of 12 July 2022, when the wind split and the batteries were still "ND".
import rows from './fixtures/measured-quarter.json'
import {
  computeDirectIntensity,
  findContradictions,
  type MixRow,
  readLoadOfRow,
  readMixAndLoad,
  readMixOfRow,
  readNature,
  readNumber,
} from './mix-row.ts'

const [real = {}] = rows as readonly MixRow[]
const slotStart = Temporal.Instant.from('2022-07-12T17:30:00Z')

const bySeries = (measurements: readonly Measurement[]) =>
  Object.fromEntries(measurements.map(({ series, value }) => [series, value]))
const mixOf = (changes: MixRow = {}) => readMixOfRow({ ...real, ...changes }, slotStart, 'real-time')
const contradictionsIn = (changes: MixRow) => findContradictions({ ...real, ...changes })
const contentOf = (changes: MixRow) => readMixAndLoad([{ row: { ...real, ...changes }, slotStart }])

describe('a number of a column', () => {
  test.each([
    [12, 12],
    [0, 0],
    ['-6', -6],
    [' 12.5 ', 12.5],
    ['12,5', 12.5],
    ['0', 0],
  ])('%j is %d', (value, expected) => {
    expect(readNumber({ column: value }, 'column')).toBe(expected)
  })

  test.each([['ND'], ['-'], [''], [null], [undefined], [Number.NaN], ['1 234'], ['0x10'], [true], [{}]])(
    '%j is absent, never 0',
    (value) => {
      expect(readNumber({ column: value }, 'column')).toBeNull()
    },
  )
})

test('an unknown word for the kind of a row counts as the least final kind', () => {
  const natures = ['Données temps réel', 'Données consolidées', 'Données définitives', 'Données provisoires', null]
  expect(natures.map((nature) => readNature({ nature }))).toEqual([
    'real-time',
    'consolidated',
    'definitive',
    'real-time',
    'real-time',
  ])
})

describe('the mix of a row', () => {
  test('has every type of the operator’s own feed, and only generation', () => {
    expect(bySeries(mixOf())).toEqual({
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
    expect(contradictionsIn({})).toEqual([])
  })

  test('splits wind so that the parts add up: offshore where it is known, and all of it onshore without parts', () => {
    const windOf = (changes: MixRow) => {
      const { WIND_ONSHORE, WIND_OFFSHORE } = bySeries(mixOf(changes))
      return [WIND_ONSHORE, WIND_OFFSHORE]
    }
    expect(windOf({ eolien_terrestre: '1000', eolien_offshore: '80' })).toEqual([1_000, 80])
    expect(windOf({ eolien_terrestre: '1000', eolien_offshore: '79' })).toEqual([1_003, 79])
    expect(windOf({ eolien_terrestre: '3524', eolien_offshore: '197', eolien: 4_991 })).toEqual([4_794, 197])
    expect(windOf({ eolien_terrestre: 'ND', eolien_offshore: '197' })).toEqual([885, 197])
    expect(windOf({ eolien: 0, eolien_terrestre: '0', eolien_offshore: '868' })).toEqual([0, 868])
    expect(windOf({ eolien: 0, eolien_terrestre: 'ND', eolien_offshore: '868' })).toEqual([undefined, 868])
    expect(windOf({ eolien_terrestre: '1090', eolien_offshore: 'ND' })).toEqual([1_082, 0])
    expect(windOf({ eolien_terrestre: '1082', eolien_offshore: 'ND' })).toEqual([1_082, 0])
    expect(windOf({ eolien: null, eolien_terrestre: '1000', eolien_offshore: '80' })).toEqual([1_000, 80])
    expect(windOf({ eolien: null })).toEqual([undefined, undefined])
  })

  test('is incomplete in a slot with a missing type, and never takes hydro from its total', () => {
    const measurements = mixOf({
      gaz: null,
      hydraulique_lacs: null,
      hydraulique_fil_eau_eclusee: '',
      hydraulique_step_turbinage: 'ND',
    })
    expect(measurements.map(({ series }) => series).filter((series) => /HYDRO|GAS$/.test(series))).toEqual([
      'BIOMASS/BIOGAS',
    ])
  })

  test('does not exist for a row of forecasts only, which contradicts nothing', () => {
    const forecasts = { prevision_j: 52_400, prevision_j1: 51_600, pompage: null, taux_co2: null }
    expect(readMixOfRow(forecasts, slotStart, 'real-time')).toEqual([])
    expect(findContradictions(forecasts)).toEqual([])
  })
})

describe('keeps a contradiction as a note and is never refused for it', () => {
  const mixSize = mixOf().length

  test.each<[string, MixRow, string[]]>([
    ['load and balance 501 MW apart', { consommation: 52_888 }, ['load']],
    ['load and balance 500 MW apart', { consommation: 52_887 }, []],
    ['batteries explain it', { consommation: 52_888, stockage_batterie: '-40', destockage_batterie: '41' }, []],
    ['no exchange to compare with', { consommation: 60_000, ech_physiques: null }, []],
    ['an intensity by other factors', { taux_co2: 70 }, ['intensity']],
    ['an intensity within 2 g', { taux_co2: 67 }, []],
    ['an intensity that is absent', { taux_co2: 'ND' }, []],
    ['pumping with the sign of production', { pompage: 36 }, ['pumping sign']],
    ['a battery that is positive while it charges', { stockage_batterie: '5' }, []],
    ['a battery that is negative while it discharges', { destockage_batterie: '-5' }, []],
    ['wind whose parts miss the total', { eolien_terrestre: '1000', eolien_offshore: '79' }, ['wind split']],
  ])('%s', (_, changes, checks) => {
    expect(contradictionsIn(changes)).toEqual(checks)
    const { mix, load } = contentOf(changes)
    expect(mix.measurements).toHaveLength(mixSize)
    expect(mix.refused ?? []).toEqual([])
    expect(mix.contradictions).toEqual(Object.fromEntries(checks.map((check) => [check, 1])))
    expect(load.measurements.some(({ series }) => series === 'REALISED')).toBe(true)
  })

  test('gives the operator’s direct intensity', () => {
    expect(Math.round(computeDirectIntensity(real) ?? 0)).toBe(65)
  })

  test('a load far from its forecast is refused where the balance is near the forecast, with the reason, and its forecasts are kept', () => {
    const { mix, load } = contentOf({ consommation: 30_000 })
    expect(mix.measurements).toHaveLength(mixSize)
    expect(load.measurements.map(({ series }) => series)).toEqual(['ID', 'D-1'])
    expect(load.refused?.map(({ reason }) => reason)).toEqual([
      'load of 30000 MW, 52387 by its balance and 52400 by its forecast',
    ])
  })

  test('a load near its forecast is kept when the balance is not, because then the exchange is wrong', () => {
    const { load } = contentOf({ ech_physiques: -3_000 })
    expect(load.refused).toEqual([])
    expect(load.measurements.map(({ series }) => series)).toEqual(['REALISED', 'ID', 'D-1'])
  })
})

describe('a column that no row has is a fault of the payload, which keeps the others', () => {
  const without = (column: string): MixRow => {
    const { [column]: _, ...row } = real
    return row
  }

  test('a renamed column is named', () => {
    const { mix, load } = readMixAndLoad([{ row: { ...without('nucleaire'), nucleaire_mw: 28_158 }, slotStart }])
    expect(mix.fault).toBe('none of 1 measured rows has the column nucleaire')
    expect(mix.measurements.length).toBe(mixOf().length - 1)
    expect(load.measurements).toHaveLength(3)
  })

  test('a column without a number is no fault, and neither are rows of forecasts', () => {
    expect(contentOf({ nucleaire: null }).mix.fault).toBeUndefined()
    expect(readMixAndLoad([{ row: { prevision_j: 52_400 }, slotStart }]).mix.fault).toBeUndefined()
  })
})

test('the load and its forecasts carry how final their row is, so that a coarser row never replaces them', () => {
  const load = readLoadOfRow(real, slotStart, 'real-time')
  expect(bySeries(load)).toEqual({ REALISED: 52_387, ID: 52_400, 'D-1': 51_600 })
  expect(load.map(({ nature }) => nature)).toEqual(['real-time', 'real-time', 'real-time'])
  expect(load[0]?.slotEnd.toString()).toBe('2022-07-12T17:45:00Z')
})
