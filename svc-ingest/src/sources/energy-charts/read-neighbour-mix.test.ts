import { describe, expect, test } from 'bun:test'
import type { NeighbourCountry } from '@hexawatt/shared/grid/borders'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { readNeighbourMix } from './read-neighbour-mix.ts'

const startMs = Date.parse('2026-02-03T11:00:00Z')
type Named = { name: string; data: unknown }

/** Reads an answer of the first version; its slots follow each other from 11:00 on. */
function read(types: readonly Named[], { slots = 4, slotMs = quarterHourMs, country = 'DE' } = {}) {
  const unix_seconds = Array.from({ length: slots }, (_, at) => (startMs + at * slotMs) / 1_000)
  const json = { unix_seconds, production_types: types, deprecated: false }
  return readNeighbourMix(country as NeighbourCountry, {
    body: encode(json),
    query: { country: country.toLowerCase() },
  })
}
const encode = (json: unknown) => new TextEncoder().encode(JSON.stringify(json))
const constant = (name: string, mw: number, slots = 4): Named => ({ name, data: Array(slots).fill(mw) })

test('four quarters become the mean of their hour, and an hour of which a quarter is missing has no value of that type', () => {
  const { hours } = read([
    { name: 'Nuclear', data: [100, 200, 300, 401.5] },
    { name: 'Solar', data: [10, null, 30, 40] },
  ])
  expect(hours).toEqual([{ startMs, mwByType: { NUCLEAR: 250.375 } }])
})

test('hourly and half-hourly answers give the same hours as quarters of the same power', () => {
  const quarters = read([constant('Fossil gas', 500, 8)], { slots: 8 }).hours
  expect(quarters).toHaveLength(2)
  expect(read([constant('Fossil gas', 500, 4)], { slots: 4, slotMs: 2 * quarterHourMs }).hours).toEqual(quarters)
  expect(read([constant('Fossil gas', 500, 2)], { slots: 2, slotMs: hourMs }).hours).toEqual(quarters)
})

test('every type of the six neighbours has its name, and what is not generation is left out without a report', () => {
  const generation = {
    Nuclear: 'NUCLEAR',
    'Fossil gas': 'FOSSIL_GAS',
    'Fossil coal-derived gas': 'FOSSIL_COAL_DERIVED_GAS',
    'Fossil hard coal': 'FOSSIL_HARD_COAL',
    'Fossil brown coal / lignite': 'FOSSIL_BROWN_COAL_LIGNITE',
    'Fossil oil': 'FOSSIL_OIL',
    'Fossil oil shale': 'FOSSIL_OIL_SHALE',
    'Fossil peat': 'FOSSIL_PEAT',
    'Hydro Run-of-River': 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
    'Hydro water reservoir': 'HYDRO_WATER_RESERVOIR',
    'Hydro pumped storage': 'HYDRO_PUMPED_STORAGE',
    Biomass: 'BIOMASS',
    Waste: 'WASTE',
    Geothermal: 'GEOTHERMAL',
    'Other renewables': 'OTHER_RENEWABLE',
    Others: 'OTHER',
    Marine: 'MARINE',
    Solar: 'SOLAR',
    'Wind onshore': 'WIND_ONSHORE',
    'Wind offshore': 'WIND_OFFSHORE',
  }
  const others = [
    ...['Hydro pumped storage consumption', 'Battery', 'Battery Consumption', 'Cross border electricity trading'],
    ...['Load', 'Residual load', 'Renewable share of load', 'Renewable share of generation'],
  ]
  const { hours, newElements } = read([...Object.keys(generation), ...others].map((name) => constant(name, 7)))
  expect(hours).toEqual([{ startMs, mwByType: Object.fromEntries(Object.values(generation).map((type) => [type, 7])) }])
  expect(newElements).toEqual([])
})

describe('one odd element never discards the others', () => {
  test('an unknown name, and a second name of the same type, are reported and not stored', () => {
    const { hours, newElements } = read([
      constant('Nuclear', 5),
      constant('Fusion', 900),
      constant('Others', 1),
      constant('Other', 2),
    ])
    expect(hours).toEqual([{ startMs, mwByType: { NUCLEAR: 5, OTHER: 1 } }])
    expect(newElements).toEqual(['production type fusion of DE', 'production type other of DE'])
  })

  test('texts for numbers and series that are none are counted, and only their values are absent', () => {
    const { hours, unreadable, reasons } = read([
      constant('Nuclear', 5),
      { name: 'Solar', data: [1, '2', 3, 4] },
      { name: 'Waste', data: 'none' },
      { name: 'Fossil oil', data: null },
    ])
    expect(hours).toEqual([{ startMs, mwByType: { NUCLEAR: 5 } }])
    expect([unreadable, reasons.length]).toEqual([2, 2])
  })

  test('of any answer with one damaged series the others are read as without it', () => {
    const names = ['Nuclear', 'Fossil gas', 'Solar', 'Wind onshore', 'Biomass']
    const damages: unknown[] = [
      null,
      'x',
      {},
      [],
      [null, null, null, null],
      ['a', {}, [], true],
      [1, 2, 3, null],
      [1, 2, 3],
    ]
    for (const damaged of names) {
      const whole = read(names.map((name) => constant(name, 40)))
      const rest = { ...whole.hours[0]?.mwByType }
      const key = Object.keys(rest)[names.indexOf(damaged)] ?? ''
      delete rest[key]
      for (const data of damages) {
        const types = names.map((name) => (name === damaged ? { name, data } : constant(name, 40)))
        expect(read(types).hours).toEqual([{ startMs, mwByType: rest }])
      }
    }
  })
})

describe('what is not published yet is absent, never 0', () => {
  test('hours that are padded with null or with zeros in every type', () => {
    const padded = (mw: number, pad: unknown) => [...Array(4).fill(mw), ...Array(4).fill(pad)]
    for (const pad of [null, 0]) {
      const types = [
        { name: 'Nuclear', data: padded(900, pad) },
        { name: 'Solar', data: padded(20, pad) },
      ]
      expect(read(types, { slots: 8 }).hours).toEqual([{ startMs, mwByType: { NUCLEAR: 900, SOLAR: 20 } }])
    }
  })

  test('zeros at the end of a type that never stops, while the sun may set and a country may have no nuclear power', () => {
    const ending = [50, 50, 50, 50, 0, 0, 0, 0]
    const { hours } = read(
      [
        { name: 'Fossil gas', data: ending },
        { name: 'Solar', data: ending },
        constant('Nuclear', 0, 8),
        constant('Waste', 3, 8),
      ],
      { slots: 8 },
    )
    expect(hours.map(({ mwByType }) => mwByType)).toEqual([
      { FOSSIL_GAS: 50, SOLAR: 50, NUCLEAR: 0, WASTE: 3 },
      { SOLAR: 0, NUCLEAR: 0, WASTE: 3 },
    ])
  })

  test('slots of the second version after the last one that the publisher says to have', () => {
    const data = Array.from({ length: 8 }, (_, at) => ({
      timestamp: Temporal.Instant.fromEpochMilliseconds(startMs + at * quarterHourMs).toString(),
      values: { nuclear: 900, load: at < 4 ? 1_200 : 0 },
    }))
    const second = {
      schema_version: '2.0',
      country: 'uk',
      unit: 'MW',
      available_until: '2026-02-03T11:45:00Z',
      series: [{ id: 'nuclear' }, { id: 'load' }],
      data,
    }
    const mix = (change: object) =>
      readNeighbourMix('GB', { body: encode({ ...second, ...change }), query: { country: 'uk' } })
    expect(mix({}).hours).toEqual([{ startMs, mwByType: { NUCLEAR: 900 } }])
    expect(mix({ country: 'GB' }).hours).toHaveLength(1)
    expect(() => mix({ country: 'de' })).toThrow('country de, asked for uk')
    expect(() => mix({ unit: 'GW' })).toThrow('unit GW, expected MW')
    // A unit that only the series name counts as well.
    const inGw = [
      { id: 'load', unit: '%' },
      { id: 'nuclear', unit: 'GW' },
    ]
    expect(() => mix({ unit: null, series: inGw })).toThrow('unit GW, expected MW')
  })
})

test('a single quarter that no country can have is refused, and its hour lacks the type although the mean of the hour could be', () => {
  const { hours, refused } = read([
    { name: 'Solar', data: [500_000, 10, 10, 10] },
    { name: 'Fossil oil', data: [-2_001, 1, 1, 1] },
    constant('Nuclear', 5),
  ])
  expect(hours).toEqual([{ startMs, mwByType: { NUCLEAR: 5 } }])
  expect(refused.map(({ measurement, reason }) => [measurement.series, measurement.value, reason])).toEqual([
    ['SOLAR', 500_000, 'outside -2000 to 150000 MW'],
    ['FOSSIL_OIL', -2_001, 'outside -2000 to 150000 MW'],
  ])
})

test('an answer of which no series is a known type is refused: its names have changed', () => {
  expect(() => read([constant('nucléaire', 5), constant('gaz', 5)])).toThrow('none of 2 series')
  expect(read([], { slots: 0 }).hours).toEqual([])
})

test('the days of an answer are days of the country: London begins an hour after Paris', () => {
  const bounds = { start: '2026-02-02T23:00:00Z', end: '2026-02-03T12:00:00Z' }
  const [start, end] = Object.values(bounds).map((text) => String(Date.parse(text) / 1_000))
  const first = Date.parse('2026-02-02T00:00:00Z') / 1_000
  const unix_seconds = Array.from({ length: 4 }, (_, at) => first + at * 900)
  const body = encode({ unix_seconds, production_types: [constant('Nuclear', 5)] })
  const ask = (country: string) => ({ country, start: start ?? '', end: end ?? '' })
  expect(readNeighbourMix('GB', { body, query: ask('uk') }).hours).toHaveLength(1)
  expect(() => readNeighbourMix('BE', { body, query: ask('be') })).toThrow('asked for')
})
