import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { selectDayRevisionsJson } from '../points/day-revision-store.ts'
import { takeOnlyRow } from '../points/store-reading.ts'
import type { DayRevision } from '../points/utc-span.ts'

/** Extent of the stored series, up to one instant. */
export type StoredSeries = {
  /** The stamp of the database; null when nothing was ever stored. */
  mode: DataMode | null
  points: number
  /** Points that were backfilled. */
  backfilledPoints: number
  seriesStart: Temporal.Instant | null
  carbonSeriesStart: Temporal.Instant | null
  consumptionSeriesStart: Temporal.Instant | null
  lastPoint: Temporal.Instant | null
  /** The oldest point that was computed live. */
  firstLivePoint: Temporal.Instant | null
}

/**
 * Reads the extent from the rows of the days. A day with points after `now` (an earlier replay went further) is counted point by point.
 */
export async function readStoredSeries(sql: Statements, now: Temporal.Instant): Promise<StoredSeries> {
  const rows = await sql<StoredSeries[]>`
    with parts as (
      select points::bigint, first_at, first_carbon_at, first_consumption_at, last_at, backfilled_points, first_live_at
      from score_days where last_at <= ${now}
      union all
      select count(*), min(at), min(at) filter (where production_g_co2eq_per_kwh is not null),
        min(at) filter (where consumption_g_co2eq_per_kwh is not null), max(at),
        count(*) filter (where provenance = 'backfilled'), min(at) filter (where provenance = 'live')
      from score_points
      where at >= date_trunc('day', ${now}::timestamptz, 'UTC') and at <= ${now}
        and exists (select from score_days where day = (${now} at time zone 'UTC')::date and last_at > ${now})
    )
    select (select mode from data_stamp) as mode, coalesce(sum(points), 0)::int as points, min(first_at) as series_start, min(first_carbon_at) as carbon_series_start,
      min(first_consumption_at) as consumption_series_start, max(last_at) as last_point,
      coalesce(sum(backfilled_points), 0)::int as backfilled_points, min(first_live_at) as first_live_point
    from parts`
  return takeOnlyRow(rows)
}

/** The days of a window that hold points, and the raw points of some of them by combination of versions. */
export type DayList = { days: DayRevision[]; samplesBySet: [set: string, samples: number][] }

/**
 * Days from `first` to `last`, and the sample counts of the hours of `[countFrom, countTo)`, from one database snapshot.
 *
 * @param first UTC day, `YYYY-MM-DD`
 * @param last UTC day, inclusive
 */
export async function readDayList(
  sql: Statements,
  {
    first,
    last,
    countFrom,
    countTo,
  }: { first: string; last: string; countFrom: Temporal.Instant; countTo: Temporal.Instant },
): Promise<DayList> {
  const rows = await sql<{ list: string }[]>`
    select json_build_object(
      'days', ${selectDayRevisionsJson(sql, first, last)},
      'samplesBySet', (select coalesce(json_agg(json_build_array(versions, samples)), '[]') from (
        select concat_ws('.', score_version, carbon_version, confidence_version, consumption_version) as versions,
          sum(samples) as samples
        from score_hours where hour_start >= ${countFrom} and hour_start < ${countTo}
        group by score_version, carbon_version, confidence_version, consumption_version) as sets)
      )::text as list`
  return JSON.parse(takeOnlyRow(rows).list)
}
