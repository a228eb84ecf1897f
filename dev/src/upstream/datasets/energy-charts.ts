import { findFault, hasFault } from '../faults/fault.ts'
import { applyMemberFaults, createChartDatasets, toNamedData, toUnixSeconds } from '../formats/chart-format.ts'
import { createNoDataRefusal, createParameterRefusal, france, readPlace } from '../formats/chart-query.ts'
import { neighbourCodes } from '../generator/neighbour-power.ts'
import { type AnyDataset, dataset } from '../server/dataset.ts'
import { toRecordedAnswer } from '../subjects/answer.ts'
import { loadFlows, loadSchedules } from './energy-charts/borders.ts'
import { loadInstalledPower } from './energy-charts/installed.ts'
import { loadNeighbourPower } from './energy-charts/neighbours.ts'
import { loadPower } from './energy-charts/power.ts'
import { loadForecast, loadPrices, readForecast } from './energy-charts/published.ts'

const priceLicense = 'CC BY 4.0 (creativecommons.org/licenses/by/4.0) from Bundesnetzagentur | SMARD.de'

/** Sign of the flows of both border endpoints. */
const bordersUnit = { unit: 'GW', attributes: { sign_convention: 'positive values are imports' } } as const

/** Endpoints of series, one row each. */
const endpoints: Readonly<Record<string, readonly AnyDataset[]>> = {
  price: createChartDatasets({
    name: 'price',
    placeName: 'bzn',
    unit: 'EUR / MWh',
    readFilter: () => null,
    load: (source, { span }, { now }) => loadPrices(source, span, now),
    members: (table) => ({
      license_info: priceLicense,
      unix_seconds: toUnixSeconds(table),
      price: table.series[0]?.values ?? null,
      unit: 'EUR / MWh',
    }),
  }),
  public_power: createChartDatasets({
    name: 'public_power',
    placeName: 'country',
    unit: 'MW',
    readFilter: () => null,
    places: [france, ...neighbourCodes],
    load: (source, { place, span }, { now, faults }) =>
      place === france
        ? loadPower(source, span, now)
        : loadNeighbourPower(source, span, { country: place, now, faults }),
    members: (table) => ({ unix_seconds: toUnixSeconds(table), production_types: toNamedData(table) }),
  }),
  cbpf: createChartDatasets({
    ...bordersUnit,
    name: 'cbpf',
    placeName: 'country',
    readFilter: () => null,
    load: (source, { span }, { now, faults }) =>
      loadFlows(source, span, {
        now,
        lagHours: findFault(faults, 'late_flows')?.lagHours,
        newNeighbour: findFault(faults, 'new_neighbour')?.name,
      }),
    members: (table) => ({ unix_seconds: toUnixSeconds(table), countries: toNamedData(table) }),
  }),
  cbet: createChartDatasets({
    ...bordersUnit,
    name: 'cbet',
    placeName: 'country',
    readFilter: () => null,
    load: (source, { span }, { now }) => loadSchedules(source, span, now),
    members: (table) => ({ unix_seconds: toUnixSeconds(table), countries: toNamedData(table) }),
  }),
  public_power_forecast: createChartDatasets({
    name: 'public_power_forecast',
    placeName: 'country',
    unit: 'MW',
    readFilter: readForecast,
    async load(source, { span, filter }, { now, faults }) {
      if (filter.productionType !== 'load' && hasFault(faults, 'no_forecasts')) throw createNoDataRefusal()
      return loadForecast(source, span, { asked: filter, now })
    },
    members: (table, { productionType, forecastType }) => ({
      unix_seconds: toUnixSeconds(table),
      forecast_values: table.series[0]?.values ?? [],
      production_type: productionType,
      forecast_type: forecastType,
    }),
  }),
}

const names = Object.keys(endpoints)

const energyCharts = { publisher: 'energy-charts', subject: 'energy-charts' } as const

/** A body that is neither recorded nor made of values of the grid. */
function createFixedDataset(path: string, content: object): AnyDataset {
  return dataset({
    ...energyCharts,
    path,
    read: () => null,
    load: async () => toRecordedAnswer(content, null),
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
      readPlace(query, 'country', [france])
      const isYearly = (query.get('time_step') || 'yearly') === 'yearly'
      if (!isYearly) throw createParameterRefusal('time_step', 'Only "yearly" is available for this country')
    },
    load: (source, _, { now }) => loadInstalledPower(source, now),
    write: (body: object, _, { faults }) => ({
      content: applyMemberFaults({ ...body, deprecated: hasFault(faults, 'deprecated') }, faults),
    }),
  }),
  createFixedDataset('/v2', {
    schema_version: '2.0',
    endpoints: names.map((name) => ({ endpoint: name, path: `/v2/${name}` })),
  }),
  createFixedDataset('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Energy-Charts API', version: '1.5' },
    paths: Object.fromEntries(
      names.map((name) => [`/${name}`, { get: { responses: { 200: { description: 'OK' } } } }]),
    ),
  }),
]
