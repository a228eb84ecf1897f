import { faultOf, hasFault } from '../faults/fault.ts'
import { chartDatasets, namedData, unixSeconds, withMemberFaults } from '../formats/chart-format.ts'
import { badParameter, noData, requireFrance } from '../formats/chart-query.ts'
import { type AnyDataset, dataset } from '../server/dataset.ts'
import { recorded } from '../subjects/answer.ts'
import { loadFlows, loadSchedules } from './energy-charts/borders.ts'
import { loadInstalledPower } from './energy-charts/installed.ts'
import { loadPower } from './energy-charts/power.ts'
import { loadForecast, loadPrices, readForecast } from './energy-charts/published.ts'

const priceLicense = 'CC BY 4.0 (creativecommons.org/licenses/by/4.0) from Bundesnetzagentur | SMARD.de'

/** Sign of the flows of both border endpoints. */
const bordersUnit = { unit: 'GW', attributes: { sign_convention: 'positive values are imports' } } as const

/** Endpoints of series, one row each. */
const endpoints: Readonly<Record<string, readonly AnyDataset[]>> = {
  price: chartDatasets({
    name: 'price',
    placeName: 'bzn',
    unit: 'EUR / MWh',
    readFilter: () => null,
    load: (source, { span }, { now }) => loadPrices(source, span, now),
    members: (table) => ({
      license_info: priceLicense,
      unix_seconds: unixSeconds(table),
      price: table.series[0]?.values ?? null,
      unit: 'EUR / MWh',
    }),
  }),
  public_power: chartDatasets({
    name: 'public_power',
    placeName: 'country',
    unit: 'MW',
    readFilter: () => null,
    load: (source, { span }, { now }) => loadPower(source, span, now),
    members: (table) => ({ unix_seconds: unixSeconds(table), production_types: namedData(table) }),
  }),
  cbpf: chartDatasets({
    ...bordersUnit,
    name: 'cbpf',
    placeName: 'country',
    readFilter: () => null,
    load: (source, { span }, { now, faults }) =>
      loadFlows(source, span, {
        now,
        lagHours: faultOf(faults, 'late_flows')?.lagHours,
        newNeighbour: faultOf(faults, 'new_neighbour')?.name,
      }),
    members: (table) => ({ unix_seconds: unixSeconds(table), countries: namedData(table) }),
  }),
  cbet: chartDatasets({
    ...bordersUnit,
    name: 'cbet',
    placeName: 'country',
    readFilter: () => null,
    load: (source, { span }, { now }) => loadSchedules(source, span, now),
    members: (table) => ({ unix_seconds: unixSeconds(table), countries: namedData(table) }),
  }),
  public_power_forecast: chartDatasets({
    name: 'public_power_forecast',
    placeName: 'country',
    unit: 'MW',
    readFilter: readForecast,
    async load(source, { span, filter }, { now, faults }) {
      if (filter.productionType !== 'load' && hasFault(faults, 'no_forecasts')) throw noData()
      return loadForecast(source, span, { asked: filter, now })
    },
    members: (table, { productionType, forecastType }) => ({
      unix_seconds: unixSeconds(table),
      forecast_values: table.series[0]?.values ?? [],
      production_type: productionType,
      forecast_type: forecastType,
    }),
  }),
}

const names = Object.keys(endpoints)

const energyCharts = { publisher: 'energy-charts', subject: 'energy-charts' } as const

/** A body that is neither recorded nor made of values of the grid. */
function fixedDataset(path: string, content: object): AnyDataset {
  return dataset({
    ...energyCharts,
    path,
    read: () => null,
    load: async () => recorded(content, null),
    write: (body: object) => ({ content: body }),
  })
}

/** Energy-Charts: every path of both versions. */
export const energyChartsDatasets: readonly AnyDataset[] = [
  ...Object.values(endpoints).flat(),
  dataset({
    ...energyCharts,
    path: '/installed_power',
    read({ query }) {
      requireFrance(query, 'country')
      const isYearly = (query.get('time_step') || 'yearly') === 'yearly'
      if (!isYearly) throw badParameter('time_step', 'Only "yearly" is available for this country')
    },
    load: (source, _, { now }) => loadInstalledPower(source, now),
    write: (body: object, _, { faults }) => ({
      content: withMemberFaults({ ...body, deprecated: hasFault(faults, 'deprecated') }, faults),
    }),
  }),
  fixedDataset('/v2', {
    schema_version: '2.0',
    endpoints: names.map((name) => ({ endpoint: name, path: `/v2/${name}` })),
  }),
  fixedDataset('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Energy-Charts API', version: '1.5' },
    paths: Object.fromEntries(
      names.map((name) => [`/${name}`, { get: { responses: { 200: { description: 'OK' } } } }]),
    ),
  }),
]
