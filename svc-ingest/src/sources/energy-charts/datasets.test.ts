import { describe, expect, test } from 'bun:test'
import { judge } from '../../pipeline/plausibility.ts'
import type { Source } from '../definition/source.ts'
import { readFeedsOfJson } from '../testing/source-fixture.ts'
// All but the price: shapes after the contract of the interface; their values are invented.
import installedPower from './fixtures/installed-power-shape.json'
import powerV2 from './fixtures/power-v2-shape.json'
import priceV1 from './fixtures/price-v1.json'
import { energyChartsForecastCurrent, energyChartsForecastDayAhead } from './forecast.ts'
import { energyChartsCapacities, energyChartsGeneration } from './generation.ts'
import { energyChartsPrice } from './price.ts'

const read = readFeedsOfJson
const values = (dataset: Source, json: unknown, query: Record<string, string> = {}) =>
  read(dataset, json, query).flatMap(({ normalised }) =>
    normalised.measurements.map(({ series, slotStart, value }) => [series, slotStart.toString(), value]),
  )
const series = (dataset: Source, json: unknown, query: Record<string, string> = {}) =>
  values(dataset, json, query).map(([name]) => name)

describe('the price', () => {
  test('is the same series in both versions, and a null is absent', () => {
    expect(values(energyChartsPrice, { ...priceV1, price: [142.44, null] })).toEqual([
      ['PRICE', '2026-06-19T22:00:00Z', 142.44],
    ])
    const second = {
      schema_version: '2.0',
      bidding_zone: 'FR',
      unit: 'EUR / MWh',
      series: [{ id: 'day_ahead_price' }],
      data: [{ timestamp: '2026-06-20T00:00:00+02:00', values: { day_ahead_price: -0.01 } }],
    }
    expect(values(energyChartsPrice, second)).toEqual([['PRICE', '2026-06-19T22:00:00Z', -0.01]])
  })

  test('that is null as a whole is not published yet, and a body without the member has another form', () => {
    expect(values(energyChartsPrice, { ...priceV1, price: null })).toEqual([])
    const { price: _price, ...others } = priceV1
    expect(() => read(energyChartsPrice, { ...others, prices: [1, 2] })).toThrow('the answer has no price')
  })

  test('of a day of zeros only is refused, because it pads an unpublished day, while single hours at 0 are prices', () => {
    const hours = Array.from({ length: 48 }, (_, index) => Date.parse('2026-08-30T22:00:00Z') / 1_000 + 3_600 * index)
    // Five hours of 31 August 2026 were really at 0 or -0.01 EUR/MWh.
    const price = hours.map((_, index) => (index >= 24 ? 0 : index >= 11 && index < 16 ? [0, -0.01][index % 2] : 40))
    const [content] = read(energyChartsPrice, { ...priceV1, unix_seconds: hours, price })
    expect(content?.normalised.measurements).toHaveLength(24)
    expect(content?.normalised.measurements.filter(({ value }) => value <= 0)).toHaveLength(5)
    expect(content?.normalised.refused).toHaveLength(24)
    expect(content?.normalised.refused?.[0]?.reason).toBe('every price of 2026-09-01 is 0: not published yet')
  })

  test('in another unit is refused', () => {
    expect(() => read(energyChartsPrice, { ...priceV1, unit: 'GBP / MWh' })).toThrow('unit GBP/MWh, expected EUR/MWh')
  })
})

describe('output by type', () => {
  test('fills the mix and the load, without series that are not generation, and a null is absent', () => {
    expect(values(energyChartsGeneration, powerV2)).toEqual([
      ['NUCLEAR', '2025-12-31T23:00:00Z', 41_000],
      ['NUCLEAR', '2025-12-31T23:15:00Z', 41_050],
      ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', '2025-12-31T23:00:00Z', 3_900.5],
      ['BIOMASS/BIOMASS', '2025-12-31T23:00:00Z', 331],
      ['BIOMASS/BIOGAS', '2025-12-31T23:00:00Z', 0],
      ['REALISED', '2025-12-31T23:00:00Z', 52_000],
    ])
  })

  test('has the same names in the first version, with blanks and capitals', () => {
    const first = {
      unix_seconds: [900],
      production_types: [
        { name: 'Hydro Run-of-River', data: [3_900.5] },
        { name: 'Cross border electricity trading', data: [-5_000] },
        { name: 'Residual load', data: [1] },
        { name: 'Load', data: null },
      ],
    }
    expect(series(energyChartsGeneration, first)).toEqual(['HYDRO_RUN_OF_RIVER_AND_POUNDAGE'])
  })

  test('leaves out a new type and reports it, and lacks a type that always produces only with a fault', () => {
    const series = [...powerV2.series, { id: 'fusion' }, { id: 'battery_discharge' }]
    const [mix] = read(energyChartsGeneration, { ...powerV2, series })
    expect(mix?.normalised.newElements).toEqual(['production type fusion'])
    expect(mix?.normalised.fault).toContain('no series of FOSSIL_GAS')
  })

  test('in another unit is refused', () => {
    expect(() => read(energyChartsGeneration, { ...powerV2, unit: 'GW' })).toThrow('unit GW, expected MW')
  })
})

describe('forecasts', () => {
  const query = { production_type: 'solar', forecast_type: 'day-ahead' }
  const forecast = { unix_seconds: [3_600, 7_200], forecast_values: [null, 12.5], production_type: 'solar' }

  test('are those of the requested type and horizon', () => {
    expect(values(energyChartsForecastDayAhead, forecast, query)).toEqual([['D-1/SOLAR', '1970-01-01T02:00:00Z', 12.5]])
    expect(series(energyChartsForecastCurrent, forecast, { ...query, forecast_type: 'current' })).toEqual(['ID/SOLAR'])
  })

  test('are found whatever the spelling of their type', () => {
    for (const production_type of ['Solar', ' SOLAR ']) {
      expect(series(energyChartsForecastDayAhead, { ...forecast, production_type }, query)).toEqual(['D-1/SOLAR'])
    }
    const wind = { ...forecast, production_type: 'Wind Onshore' }
    expect(series(energyChartsForecastDayAhead, wind, { ...query, production_type: 'wind_onshore' })).toEqual([
      'D-1/WIND_ONSHORE',
    ])
  })

  test('of a type that is not forecast for France are absent, not 0', () => {
    for (const forecast_values of [null, [null, null]]) {
      expect(values(energyChartsForecastDayAhead, { ...forecast, forecast_values }, query)).toEqual([])
    }
    expect(energyChartsForecastDayAhead.absent).toEqual({ status: 404 })
  })

  test('under another name are refused, not read as absent', () => {
    const { forecast_values, ...others } = forecast
    const renamed = { ...others, forecasts: forecast_values }
    expect(() => read(energyChartsForecastDayAhead, renamed, query)).toThrow('asked for solar, got no values')
  })

  test('of another type than the requested one are refused', () => {
    const other = { ...forecast, production_type: 'load' }
    expect(() => read(energyChartsForecastDayAhead, other, query)).toThrow('asked for solar, got load')
  })
})

test('installed power is in MW by type and year, without plans, batteries and alternating current', () => {
  expect(values(energyChartsCapacities, installedPower)).toEqual([
    ['NUCLEAR', '2023-12-31T23:00:00Z', 63_000],
    ['NUCLEAR', '2024-12-31T23:00:00Z', 63_020],
    ['WIND_ONSHORE', '2023-12-31T23:00:00Z', 22_500],
    ['WIND_ONSHORE', '2024-12-31T23:00:00Z', 23_900],
  ])
})

test('one odd type or value of installed power does not discard the others, and years may be numbers', () => {
  const time = installedPower.time.map((year) => (/^\d{4}$/.test(year) ? Number(year) : year))
  const odd = [{ name: null }, 'type', { name: 'Solar', data: ['n/a'] }]
  const [content] = read(energyChartsCapacities, {
    ...installedPower,
    time,
    production_types: [...odd, ...installedPower.production_types],
  })
  expect(content?.normalised.measurements).toHaveLength(4)
  expect(content?.normalised.unreadableSlots).toBe(3)
})

test('installed power under other names is refused, not read as absent', () => {
  const production_types = installedPower.production_types.map((type, at) => ({ ...type, name: `type ${at}` }))
  expect(() => read(energyChartsCapacities, { ...installedPower, production_types })).toThrow(/types is known/)
})

test('nothing of a real night is quarantined: a mix of hours of one answer fits the plausible ranges', () => {
  const [mix] = read(energyChartsGeneration, powerV2)
  const judged = judge(
    'generation_mix_15min',
    mix?.normalised.measurements ?? [],
    Temporal.Instant.from('2026-01-01T06:00:00Z'),
  )
  expect(judged.quarantined).toEqual([])
})
