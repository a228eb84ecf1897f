import { minuteMs } from '@hexawatt/shared/time/instant'
import { formatParis, parisTimeZone } from '@hexawatt/shared/time/paris'
import type { UpstreamSource } from '../documents/upstream-source.ts'
import { type Fault, findFault, hasFault } from '../faults/fault.ts'
import { type AnyDataset, type Call, dataset } from '../server/dataset.ts'
import type { Answer } from '../subjects/answer.ts'
import type { Series } from '../subjects/slots.ts'
import type { Span } from '../subjects/span.ts'
import { france, readPeriod, readPlace } from './chart-query.ts'

/** A series of an endpoint; `unit` only if it differs from the unit of the body. */
export type ChartSeries = { name: string; unit?: string; values: (number | null)[] }

/** Series over common slots, before they are written in one of the two versions. */
export type ChartTable = {
  slotMs: number
  startsEpochMs: number[]
  series: ChartSeries[]
  /** Start of the newest slot that is published. */
  availableUntilEpochMs: number | null
}

/** An endpoint of series, which both versions of the interface have. `Filter` holds the parameters in addition to place and period. */
type ChartEndpoint<Filter> = {
  name: string
  /** The parameter that names the place: a country, or a bidding zone. */
  placeName: 'country' | 'bzn'
  /** Places that it has data of; absent: France only. */
  places?: readonly string[]
  unit: string
  attributes?: Readonly<Record<string, string>>
  /** @throws Refusal 422 */
  readFilter: (query: URLSearchParams) => Filter
  /** @throws Refusal 404 where nothing is published */
  load: (
    source: UpstreamSource,
    asked: { place: string; span: Span; filter: Filter },
    call: Call,
  ) => Promise<Answer<ChartTable>>
  /** Members of the first version, without `deprecated`. */
  members: (table: ChartTable, filter: Filter) => Record<string, unknown>
}

/** Both versions of an endpoint as datasets. */
export function createChartDatasets<Filter>(endpoint: ChartEndpoint<Filter>): readonly AnyDataset[] {
  const version = (path: string, isStrict: boolean, writeMembers: WriteMembers<Filter>) =>
    dataset({
      publisher: 'energy-charts',
      subject: 'energy-charts',
      path,
      read({ query, now }) {
        const place = readPlace(query, endpoint.placeName, endpoint.places ?? [france])
        return { place, span: readPeriod(query, now, isStrict), filter: endpoint.readFilter(query) }
      },
      load: (source, asked, call) => endpoint.load(source, asked, call),
      write: (table: ChartTable, { place, filter }, { now, faults }) => ({
        content: applyMemberFaults(writeMembers(table, filter, { place, now, faults }), faults),
      }),
    })
  return [
    version(`/${endpoint.name}`, false, (table, filter, { faults }) => ({
      ...endpoint.members(table, filter),
      deprecated: hasFault(faults, 'deprecated'),
    })),
    version(`/v2/${endpoint.name}`, true, (table, _, context) => writeSecond(endpoint, table, context)),
  ]
}

type Context = { place: string; now: Temporal.Instant; faults: readonly Fault[] }
type WriteMembers<Filter> = (table: ChartTable, filter: Filter, context: Context) => object

/** Starts of the slots as the first version writes them. */
export function toUnixSeconds({ startsEpochMs }: ChartTable): number[] {
  return startsEpochMs.map((epochMs) => epochMs / 1_000)
}

/** Names and values, as the first version writes several series. */
export function toNamedData({ series }: ChartTable) {
  return series.map(({ name, values }) => ({ name, data: values }))
}

const license = 'CC BY 4.0, attribution: energy-charts.info'

function writeSecond<Filter>(
  { name, placeName, unit, attributes = {} }: ChartEndpoint<Filter>,
  table: ChartTable,
  { place, now, faults }: Context,
) {
  const { startsEpochMs, availableUntilEpochMs } = table
  const minutes = findFault(faults, 'wrong_declared_step')?.minutes ?? table.slotMs / minuteMs
  const series = table.series.map((one) => ({ ...one, id: toSnakeCase(one.name) }))
  return {
    schema_version: '2.0',
    generated_at: formatParis(now),
    available_from: formatTextOrNull(startsEpochMs[0]),
    available_until: formatTextOrNull(availableUntilEpochMs),
    country: placeName === 'country' ? place : null,
    bidding_zone: placeName === 'bzn' ? place.toUpperCase() : null,
    timezone: parisTimeZone,
    resolution: `PT${minutes}M`,
    interval_minutes: minutes,
    unit,
    endpoint: name,
    deprecated: hasFault(faults, 'deprecated'),
    license,
    attributes,
    series: series.map(({ id, name, unit: own }) => ({ id, name, ...(own === undefined ? {} : { unit: own }) })),
    data: startsEpochMs.map((start, index) => ({
      timestamp: formatParisText(start),
      values: Object.fromEntries(series.map(({ id, values }) => [id, values[index] ?? null])),
    })),
  }
}

function formatParisText(epochMs: number): string {
  return formatParis(Temporal.Instant.fromEpochMilliseconds(epochMs))
}

function formatTextOrNull(epochMs: number | null | undefined): string | null {
  return epochMs === null || epochMs === undefined ? null : formatParisText(epochMs)
}

function toSnakeCase(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
}

/** The body with renamed or absent members, and with texts for numbers. */
export function applyMemberFaults(body: object, faults: readonly Fault[]): object {
  const entries = Object.entries(body).flatMap(([member, value]) => {
    if (faults.some((fault) => fault.kind === 'absent_column' && fault.column === member)) return []
    const isRenamed = faults.some((fault) => fault.kind === 'renamed_column' && fault.column === member)
    return [[isRenamed ? `${member}_v2` : member, value] as const]
  })
  const changed = Object.fromEntries(entries)
  return hasFault(faults, 'text_numbers') ? replaceNumbersByTexts(changed) : changed
}

function replaceNumbersByTexts(body: object): object {
  const texts: unknown = JSON.parse(JSON.stringify(body), (_, value) =>
    typeof value === 'number' ? String(value).replace('.', ',') : value,
  )
  return Object(texts)
}

/** Value of a slot by its start, in the newest issue that was public at an instant. */
export function selectNewestValues(series: Series | undefined, asOf: Temporal.Instant): Map<number, number> {
  const issues = (series?.slots ?? []).filter(({ publishedEpochMs }) => publishedEpochMs <= asOf.epochMilliseconds)
  const oldestFirst = issues.toSorted((a, b) => a.publishedEpochMs - b.publishedEpochMs)
  return new Map(oldestFirst.map(({ startEpochMs, value }) => [startEpochMs, value]))
}

/** The starts of all slots of a period. */
export function listStarts({ fromEpochMs, untilEpochMs }: Span, slotMs: number): number[] {
  const first = Math.ceil(fromEpochMs / slotMs) * slotMs
  const count = Math.max(0, Math.ceil((untilEpochMs - first) / slotMs))
  return Array.from({ length: count }, (_, index) => first + index * slotMs)
}
