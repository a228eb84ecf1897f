import { describe, expect, test } from 'bun:test'
import { findFeed } from '../../feeds/registry.ts'
import { judge } from '../../pipeline/plausibility.ts'
import type { OpenDataset } from '../definition/dataset.ts'
import { energyChartsFlows, energyChartsSchedules } from './borders.ts'
// All but the price: shapes after the contract of the interface; their values are invented.
import flows from './fixtures/flows-v1-shape.json'
import installedPower from './fixtures/installed-power-shape.json'
import powerV2 from './fixtures/power-v2-shape.json'
import priceV1 from './fixtures/price-v1.json'
import { energyChartsForecastCurrent, energyChartsForecastDayAhead } from './forecast.ts'
import { energyChartsCapacities, energyChartsGeneration } from './generation.ts'
import { energyChartsPrice } from './price.ts'

const read = (dataset: OpenDataset, json: unknown, query: Record<string, string> = {}) =>
  dataset.read({ body: new TextEncoder().encode(JSON.stringify(json)), query })
const values = (dataset: OpenDataset, json: unknown, query: Record<string, string> = {}) =>
  read(dataset, json, query).flatMap(({ normalised }) =>
    normalised.measurements.map(({ series, slotStart, value }) => [series, slotStart.toString(), value]),
  )
const series = (dataset: OpenDataset, json: unknown, query: Record<string, string> = {}) =>
  values(dataset, json, query).map(([name]) => name)

describe('the price', () => {
  test('of both versions is the same series; a null is absent', () => {
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

  test('that is null as a whole is not published; a body without the member has another shape', () => {
    expect(values(energyChartsPrice, { ...priceV1, price: null })).toEqual([])
    const { price: _price, ...others } = priceV1
    expect(() => read(energyChartsPrice, { ...others, prices: [1, 2] })).toThrow('the answer has no price')
  })

  test('in another unit is refused', () => {
    expect(() => read(energyChartsPrice, { ...priceV1, unit: 'GBP / MWh' })).toThrow('unit GBP/MWh, expected EUR/MWh')
  })
})

describe('output by type', () => {
  test('fills the mix and the load; what is not generation is left out, a null is absent', () => {
    expect(values(energyChartsGeneration, powerV2)).toEqual([
      ['NUCLEAR', '2025-12-31T23:00:00Z', 41_000],
      ['NUCLEAR', '2025-12-31T23:15:00Z', 41_050],
      ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', '2025-12-31T23:00:00Z', 3_900.5],
      ['BIOMASS/BIOMASS', '2025-12-31T23:00:00Z', 331],
      ['BIOMASS/BIOGAS', '2025-12-31T23:00:00Z', 0],
      ['REALISED', '2025-12-31T23:00:00Z', 52_000],
    ])
  })

  test('in the first version has the same names with blanks and capitals', () => {
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

  test('in another unit is refused', () => {
    expect(() => read(energyChartsGeneration, { ...powerV2, unit: 'GW' })).toThrow('unit GW, expected MW')
  })
})

describe('flows at the borders', () => {
  /** Two hours of a border, the net power of each quarter-hour. */
  const hours = (belgium: (number | null)[], others: (number | null)[] = belgium.map(() => 0.5)) => ({
    unix_seconds: belgium.map((_, index) => 1_790_892_000 + 900 * index),
    countries: [
      { name: 'Belgium', data: belgium },
      { name: 'United Kingdom', data: others },
    ],
  })
  const belgian = (json: unknown) =>
    values(energyChartsFlows, json).filter(([name]) => String(name).includes('10YBE----------2'))

  test('are the means of whole hours, as the operator’s own: a quarter-hour within one of its hours would count twice', () => {
    const measurements = read(energyChartsFlows, hours([-1, -2, -3, -4, 1, 1, 1, 1]))[0]?.normalised.measurements ?? []
    expect(new Set(measurements.map(({ slotStart, slotEnd }) => slotEnd.since(slotStart).total('minutes')))).toEqual(
      new Set([60]),
    )
    expect(belgian(hours([-1, -2, -3, -4, 1, 1, 1, 1])).filter(([, , value]) => value !== 0)).toEqual([
      ['10YFR-RTE------C>10YBE----------2', '2026-10-01T22:00:00Z', 2_500],
      ['10YBE----------2>10YFR-RTE------C', '2026-10-01T23:00:00Z', 1_000],
    ])
  })

  test('of a border that turns within an hour are its net', () => {
    expect(belgian(hours([1, 1, -1, -0.5])).map(([, , value]) => value)).toEqual([125, 0])
  })

  test('of an hour with a quarter that is null, not published or not sent at all are absent', () => {
    expect(belgian(hours([1, 1, null, 1]))).toEqual([])
    expect(values(energyChartsFlows, hours([1, 1, 1, 0], [1, 1, 1, 0]))).toEqual([])
    expect(values(energyChartsFlows, hours([1, 1, 1]))).toEqual([])
  })

  test('that come hourly pass through', () => {
    const hourly = { ...hours([1, 2]), unix_seconds: [1_790_892_000, 1_790_895_600] }
    expect(belgian(hourly).map(([, , value]) => value)).toEqual([1_000, 0, 2_000, 0])
  })

  test('an unknown neighbour, or another unit, is refused', () => {
    const countries = [...flows.countries, { name: 'Andorra', data: [0, 0, 0] }]
    expect(() => read(energyChartsFlows, { ...flows, countries })).toThrow('unknown neighbour andorra')
    expect(() => read(energyChartsFlows, { ...flows, unit: 'MW' })).toThrow('unit MW, expected GW')
  })
})

describe('schedules at the borders', () => {
  const at = (time: string) => values(energyChartsSchedules, flows).filter(([, start]) => start === time)

  test('are one value for each direction in MW, exact to the kilowatt; the sum is dropped', () => {
    const first = at('2026-10-01T22:00:00Z')
    expect(first).toHaveLength(12)
    expect(first.filter(([, , value]) => value !== 0)).toEqual([
      ['DA/10YFR-RTE------C>10YBE----------2', '2026-10-01T22:00:00Z', 1_001],
      ['DA/10YFR-RTE------C>10YCB-GERMANY--8', '2026-10-01T22:00:00Z', 2_500],
      ['DA/10YFR-RTE------C>10YIT-GRTN-----B', '2026-10-01T22:00:00Z', 1_750],
      ['DA/10YES-REE------0>10YFR-RTE------C', '2026-10-01T22:00:00Z', 301],
      ['DA/10YFR-RTE------C>10YCH-SWISSGRIDZ', '2026-10-01T22:00:00Z', 1_200],
      ['DA/10YFR-RTE------C>10YGB----------A', '2026-10-01T22:00:00Z', 2_000],
    ])
  })

  test('a neighbour without a value leaves its slot incomplete; one of 0 among others is a value', () => {
    const second = at('2026-10-01T22:15:00Z')
    expect(second.map(([name]) => name)).not.toContain('DA/10YES-REE------0>10YFR-RTE------C')
    expect(second).toHaveLength(10)
  })

  test('a slot in which every border is 0, or later than the publisher has, is not published yet', () => {
    expect(at('2026-10-01T22:30:00Z')).toEqual([])
    const second = {
      schema_version: '2.0',
      country: 'fr',
      unit: 'GW',
      available_until: '2026-10-02T00:00:00+02:00',
      series: [{ id: 'belgium' }],
      data: ['00:00', '00:15'].map((time) => ({ timestamp: `2026-10-02T${time}:00+02:00`, values: { belgium: 1 } })),
    }
    expect(values(energyChartsSchedules, second).map(([, start]) => start)).toEqual([
      '2026-10-01T22:00:00Z',
      '2026-10-01T22:00:00Z',
    ])
  })
})

describe('forecasts', () => {
  const query = { production_type: 'solar', forecast_type: 'day-ahead' }
  const forecast = { unix_seconds: [3_600, 7_200], forecast_values: [null, 12.5], production_type: 'solar' }

  test('are those of the asked type and horizon', () => {
    expect(values(energyChartsForecastDayAhead, forecast, query)).toEqual([['D-1/SOLAR', '1970-01-01T02:00:00Z', 12.5]])
    expect(series(energyChartsForecastCurrent, forecast, { ...query, forecast_type: 'current' })).toEqual(['ID/SOLAR'])
  })

  test('a type that is not forecast for France is absent, not 0', () => {
    for (const forecast_values of [null, [null, null]]) {
      expect(values(energyChartsForecastDayAhead, { ...forecast, forecast_values }, query)).toEqual([])
    }
    expect(energyChartsForecastDayAhead.absentStatus).toBe(404)
  })

  test('another type than asked is refused', () => {
    const other = { ...forecast, production_type: 'load' }
    expect(() => read(energyChartsForecastDayAhead, other, query)).toThrow('asked for solar, got load')
  })
})

test('installed power is in MW by type and year; plans, batteries and alternating current are left out', () => {
  expect(values(energyChartsCapacities, installedPower)).toEqual([
    ['NUCLEAR', '2023-12-31T23:00:00Z', 63_000],
    ['NUCLEAR', '2024-12-31T23:00:00Z', 63_020],
    ['WIND_ONSHORE', '2023-12-31T23:00:00Z', 22_500],
    ['WIND_ONSHORE', '2024-12-31T23:00:00Z', 23_900],
  ])
})

test('a mix of hours of one answer and the plausible ranges agree: nothing of a real night is quarantined', () => {
  const feed = findFeed('generation_mix_15min')
  if (feed === undefined) throw new Error('no such feed')
  const [mix] = read(energyChartsGeneration, powerV2)
  const judged = judge(feed, mix?.normalised.measurements ?? [], Temporal.Instant.from('2026-01-01T06:00:00Z'))
  expect(judged.quarantined).toEqual([])
})
