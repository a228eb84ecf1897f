import { minuteMs } from '@hexawatt/shared/time/instant'
import { formatParis, parisTimeZone } from '@hexawatt/shared/time/paris'
import { type Fault, faultOf } from '../../faults/fault.ts'
import type { Answer } from '../../subjects/grid-source.ts'
import type { Series } from '../../subjects/slots.ts'

/** A series of an endpoint; `unit` where it is not that of the body. */
export type TableSeries = { name: string; unit?: string; values: (number | null)[] }

/** The answer of an endpoint before it is written in one of the two versions: series over common slots. */
export type SeriesTable = {
  endpoint: string
  place: { country: 'fr' } | { bidding_zone: 'FR' }
  unit: string
  /** Name of a series in the second version, where it is not derived from its name. */
  seriesId?: string
  attributes?: Readonly<Record<string, string>>
  slotMs: number
  startsEpochMs: number[]
  series: TableSeries[]
  /** Start of the newest slot that is published. */
  availableUntilEpochMs: number | null
  origin: Pick<Answer<unknown>, 'origin' | 'note'>
}

/** Starts of the slots as the first version writes them. */
export function unixSeconds({ startsEpochMs }: SeriesTable): number[] {
  return startsEpochMs.map((epochMs) => epochMs / 1_000)
}

/** Names and values, as the first version writes several series. */
export function namedData({ series }: SeriesTable) {
  return series.map(({ name, values }) => ({ name, data: values }))
}

const license = 'CC BY 4.0, attribution: energy-charts.info'

/** The body of the second version. */
export function writeSecondVersion(table: SeriesTable, now: Temporal.Instant, faults: readonly Fault[]) {
  const { endpoint, place, unit, attributes = {}, startsEpochMs, availableUntilEpochMs } = table
  const minutes = faultOf(faults, 'wrong_declared_step')?.minutes ?? table.slotMs / minuteMs
  const series = table.series.map((one) => ({ ...one, id: table.seriesId ?? snakeCase(one.name) }))
  return {
    schema_version: '2.0',
    generated_at: formatParis(now),
    available_from: textOrNull(startsEpochMs[0]),
    available_until: textOrNull(availableUntilEpochMs),
    country: 'country' in place ? place.country : null,
    bidding_zone: 'bidding_zone' in place ? place.bidding_zone : null,
    timezone: parisTimeZone,
    resolution: `PT${minutes}M`,
    interval_minutes: minutes,
    unit,
    endpoint,
    deprecated: faultOf(faults, 'deprecated') !== undefined,
    license,
    attributes,
    series: series.map(({ id, name, unit: own }) => ({ id, name, ...(own === undefined ? {} : { unit: own }) })),
    data: startsEpochMs.map((start, index) => ({
      timestamp: parisText(start),
      values: Object.fromEntries(series.map(({ id, values }) => [id, values[index] ?? null])),
    })),
  }
}

function parisText(epochMs: number): string {
  return formatParis(Temporal.Instant.fromEpochMilliseconds(epochMs))
}

function textOrNull(epochMs: number | null | undefined): string | null {
  return epochMs === null || epochMs === undefined ? null : parisText(epochMs)
}

function snakeCase(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
}

/** Value of a slot by its start, in the newest issue that was public at an instant. */
export function newestValues(series: Series | undefined, asOfEpochMs: number): Map<number, number> {
  const issues = (series?.slots ?? []).filter(({ publishedEpochMs }) => publishedEpochMs <= asOfEpochMs)
  const oldestFirst = issues.toSorted((a, b) => a.publishedEpochMs - b.publishedEpochMs)
  return new Map(oldestFirst.map(({ startEpochMs, value }) => [startEpochMs, value]))
}

/** The starts of all slots of a period. */
export function startsOf(fromEpochMs: number, untilEpochMs: number, slotMs: number): number[] {
  const first = Math.ceil(fromEpochMs / slotMs) * slotMs
  return Array.from(
    { length: Math.max(0, Math.ceil((untilEpochMs - first) / slotMs)) },
    (_, index) => first + index * slotMs,
  )
}
