import { type Fault, faultOf } from '../../faults/fault.ts'
import { type OpenCall, type OpenDeps, publisherRoute } from '../transport/publisher-route.ts'
import { physicalTable, scheduledTable } from './border-table.ts'
import { installedPower } from './installed-power.ts'
import { noData, readPeriod, requireFrance } from './period.ts'
import { powerTable } from './power-table.ts'
import { forecastTable, priceTable, readForecast } from './published-tables.ts'
import { namedData, type SeriesTable, unixSeconds, writeSecondVersion } from './series-table.ts'

/** An endpoint of series, which both versions have. */
type Endpoint = {
  name: string
  /** The parameter that names the country or the bidding zone. */
  placeName: 'country' | 'bzn'
  table: (call: OpenCall, span: ReturnType<typeof readPeriod>, deps: OpenDeps) => Promise<SeriesTable>
  /** Members of the first version, without `deprecated`. */
  members: (table: SeriesTable, call: OpenCall) => Record<string, unknown>
}

/** Net import from a neighbour that is new, GW. */
const newNeighbourGw = 0.1

const priceLicense = 'CC BY 4.0 (creativecommons.org/licenses/by/4.0) from Bundesnetzagentur | SMARD.de'

const endpoints: readonly Endpoint[] = [
  {
    name: 'price',
    placeName: 'bzn',
    table: ({ now }, span, { source }) => priceTable(source, span, now),
    members: (table) => ({
      license_info: priceLicense,
      unix_seconds: unixSeconds(table),
      price: table.series[0]?.values ?? null,
      unit: table.unit,
    }),
  },
  {
    name: 'public_power',
    placeName: 'country',
    table: ({ now }, span, { source }) => powerTable(source, span, now),
    members: (table) => ({ unix_seconds: unixSeconds(table), production_types: namedData(table) }),
  },
  {
    name: 'cbpf',
    placeName: 'country',
    async table({ now, faults }, span, { source }) {
      const table = await physicalTable(source, span, { now, lagHours: faultOf(faults, 'late_flows')?.lagHours })
      const added = faultOf(faults, 'new_neighbour')
      if (added === undefined) return table
      return {
        ...table,
        series: [...table.series, { name: added.name, values: table.startsEpochMs.map(() => newNeighbourGw) }],
      }
    },
    members: (table) => ({ unix_seconds: unixSeconds(table), countries: namedData(table) }),
  },
  {
    name: 'cbet',
    placeName: 'country',
    table: ({ now }, span, { source }) => scheduledTable(source, span, now),
    members: (table) => ({ unix_seconds: unixSeconds(table), countries: namedData(table) }),
  },
  {
    name: 'public_power_forecast',
    placeName: 'country',
    async table({ query, now, faults }, span, { source }) {
      const asked = readForecast(query)
      const isOffered = asked.productionType === 'load' || faultOf(faults, 'no_forecasts') === undefined
      if (!isOffered) throw noData()
      return forecastTable(source, span, { asked, now })
    },
    members(table, { query }) {
      const { productionType, forecastType } = readForecast(query)
      return {
        unix_seconds: unixSeconds(table),
        forecast_values: table.series[0]?.values ?? [],
        production_type: productionType,
        forecast_type: forecastType,
      }
    },
  },
]

/** Every path of both versions. */
export function energyChartsRoutes(deps: OpenDeps) {
  return [
    ...endpoints.flatMap((endpoint) => [
      publisherRoute('energy-charts', `/${endpoint.name}`, (call) => answerFirst(endpoint, call, deps), deps),
      publisherRoute('energy-charts', `/v2/${endpoint.name}`, (call) => answerSecond(endpoint, call, deps), deps),
    ]),
    publisherRoute(
      'energy-charts',
      '/installed_power',
      async (call) => {
        requireFrance(call.query, 'country')
        const { origin, body } = await installedPower(call, deps.source)
        return { content: changedBody(body, call.faults), origin }
      },
      deps,
    ),
    publisherRoute('energy-charts', '/v2', async () => ({ content: catalogue(), origin: contract }), deps),
    publisherRoute('energy-charts', '/openapi.json', async () => ({ content: openApi(), origin: contract }), deps),
  ]
}

async function answerFirst(endpoint: Endpoint, call: OpenCall, deps: OpenDeps) {
  requireFrance(call.query, endpoint.placeName)
  const table = await endpoint.table(call, readPeriod(call.query, call.now, false), deps)
  return { content: changedBody(endpoint.members(table, call), call.faults), origin: table.origin }
}

async function answerSecond(endpoint: Endpoint, call: OpenCall, deps: OpenDeps) {
  requireFrance(call.query, endpoint.placeName)
  const table = await endpoint.table(call, readPeriod(call.query, call.now, true), deps)
  const body = writeSecondVersion(table, call.now, call.faults)
  return { content: changedMembers(body, call.faults), origin: table.origin }
}

function changedBody(members: object, faults: readonly Fault[]): object {
  return changedMembers({ ...members, deprecated: faultOf(faults, 'deprecated') !== undefined }, faults)
}

/** The body with renamed or absent members, and with texts for numbers. */
function changedMembers(body: object, faults: readonly Fault[]): object {
  const entries = Object.entries(body).flatMap(([member, value]) => {
    if (faults.some((fault) => fault.kind === 'absent_column' && fault.column === member)) return []
    const isRenamed = faults.some((fault) => fault.kind === 'renamed_column' && fault.column === member)
    return [[isRenamed ? `${member}_v2` : member, value] as const]
  })
  const changed = Object.fromEntries(entries)
  return faultOf(faults, 'text_numbers') === undefined ? changed : withTexts(changed)
}

function withTexts(body: object): object {
  const texts: unknown = JSON.parse(JSON.stringify(body), (_, value) =>
    typeof value === 'number' ? String(value).replace('.', ',') : value,
  )
  return Object(texts)
}

/** Catalogue and contract are neither recorded nor values of the grid. */
const contract = { origin: 'recorded', note: null } as const

function catalogue() {
  const names = endpoints.map(({ name }) => ({ endpoint: name, path: `/v2/${name}` }))
  return { schema_version: '2.0', endpoints: names }
}

function openApi() {
  const paths = endpoints.map(({ name }) => [`/${name}`, { get: { responses: { 200: { description: 'OK' } } } }])
  return { openapi: '3.1.0', info: { title: 'Energy-Charts API', version: '1.5' }, paths: Object.fromEntries(paths) }
}
