import type { SeriesBoundary, SeriesResolution } from '@hexawatt/shared/contract/carbon/carbon-series'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { Finality } from '@hexawatt/shared/methodology/mix-finality'
import type { Fragment, Sql } from '@hexawatt/shared/postgres/client'
import { readTuples, selectMsColumn } from '@hexawatt/shared/postgres/tuples-store'
import { takeOnlyRow } from '../points/store-reading.ts'
import type { PointSpan } from '../points/utc-span.ts'

/** A series: what its intensity counts, and the length of its slots. */
export type SeriesKind = { boundary: SeriesBoundary; resolution: SeriesResolution }

/** Facts about a series that are read before its points. */
export type SeriesFacts = {
  /** The stamp of the database; null when nothing was ever stored. */
  mode: DataMode | null
  /** Start of the oldest slot with a value; null while there is none. */
  seriesStart: Temporal.Instant | null
  /** Start of the newest slot of the span with a value. */
  newestSlot: Temporal.Instant | null
  /** Versions of the calculation in the span, ascending. */
  versions: number[]
  /** Changes when a slot of the span changes. */
  revision: string
}

/** A stored slot; its value is null where it is not known. */
export type SeriesRow = readonly [startMs: number, gCo2eqPerKwh: number | null, mixFinality: Finality]

/** Columns of the boundaries without imports. */
const columnOf = { production: 'production_g_co2eq_per_kwh', direct: 'direct_g_co2eq_per_kwh' } as const

/** Rows `(slot_start, value, mix_finality, version, changed_at)` of the slots that begin in a span. */
function selectRows(sql: Sql, kind: SeriesKind, span: PointSpan, now: Temporal.Instant): Fragment {
  const { boundary, resolution } = kind
  if (boundary === 'consumption') return selectConsumptionRows(sql, resolution, span, now)
  const isQuarterly = resolution === '15m'
  const start = sql(isQuarterly ? 'slot_start' : 'hour_start')
  return sql`
    select ${start} as slot_start, ${sql(columnOf[boundary])} as value,
      ${isQuarterly ? sql`mix_finality` : sql`coalesce(mix_finality, 0)`} as mix_finality, carbon_version as version,
      updated_at as changed_at
    from ${sql(isQuarterly ? 'carbon_quarters' : 'hour_values')} where ${start} >= ${span.from} and ${start} < ${span.end}`
}

/**
 * The same with imports: an hour as it was computed, a quarter-hour from its own production and the imports of its hour
 * (docs/methodology/series.md#consumption).
 */
function selectConsumptionRows(
  sql: Sql,
  resolution: SeriesResolution,
  { from, end }: PointSpan,
  now: Temporal.Instant,
): Fragment {
  const hours = sql`
    select distinct on (hour_start) hour_start as slot_start, life_cycle_g_co2eq_per_kwh as value, mix_finality,
      methodology_version as version, known_from as changed_at, import_mw, imported_tonnes_life_cycle as imported_tonnes
    from consumption_hours
    where hour_start >= date_trunc('hour', ${from}::timestamptz, 'UTC') and hour_start < ${end} and known_from <= ${now}
    order by hour_start, known_from desc`
  if (resolution === '1h') return hours
  return sql`
    select quarter.slot_start,
      (quarter.generation_mw * quarter.production_g_co2eq_per_kwh + 1000 * hour.imported_tonnes)
        / (quarter.generation_mw + hour.import_mw) as value,
      quarter.mix_finality, hour.version, greatest(quarter.updated_at, hour.changed_at) as changed_at
    from carbon_quarters quarter
    join (${hours}) hour on hour.slot_start = date_trunc('hour', quarter.slot_start, 'UTC')
    where quarter.slot_start >= ${from} and quarter.slot_start < ${end}`
}

/** The oldest slot with a value. */
function selectSeriesStart(sql: Sql, { boundary, resolution }: SeriesKind): Fragment {
  const isQuarterly = resolution === '15m'
  if (boundary !== 'consumption') {
    const start = sql(isQuarterly ? 'slot_start' : 'hour_start')
    return sql`
      select min(${start}) from ${sql(isQuarterly ? 'carbon_quarters' : 'hour_values')} where ${sql(columnOf[boundary])} is not null`
  }
  const firstHour = sql`select min(hour_start) from consumption_hours where life_cycle_g_co2eq_per_kwh is not null`
  if (!isQuarterly) return firstHour
  return sql`
    select min(slot_start) from carbon_quarters where production_g_co2eq_per_kwh is not null and slot_start >= (${firstHour})`
}

/** Reads what the head of an answer says of the slots of a span. */
export async function readSeriesFacts(
  sql: Sql,
  kind: SeriesKind,
  span: PointSpan,
  now: Temporal.Instant,
): Promise<SeriesFacts> {
  const rows = await sql<SeriesFacts[]>`
    select (select mode from data_stamp) as mode, (${selectSeriesStart(sql, kind)}) as series_start,
      max(slot_start) filter (where value is not null) as newest_slot,
      coalesce(array_agg(distinct version order by version) filter (where value is not null), '{}') as versions,
      concat_ws(' ', count(*), extract(epoch from max(changed_at)), sum(round(value * 1e6)::bigint), sum(mix_finality)) as revision
    from (${selectRows(sql, kind, span, now)}) slots`
  return takeOnlyRow(rows)
}

/** Whether a slot of a span has a value. */
export async function hasSeriesValue(
  sql: Sql,
  kind: SeriesKind,
  span: PointSpan,
  now: Temporal.Instant,
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from (${selectRows(sql, kind, span, now)}) slots where value is not null) as found`
  return row?.found === true
}

/** The stored slots of a span. */
export function readSeriesRows(
  sql: Sql,
  kind: SeriesKind,
  span: PointSpan,
  now: Temporal.Instant,
): Promise<SeriesRow[]> {
  const columns = sql`${selectMsColumn(sql, 'slot_start')}, array_agg(value), array_agg(mix_finality)`
  return readTuples<SeriesRow>(sql, columns, selectRows(sql, kind, span, now))
}
