import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { onlyRow } from '../points/store-reading.ts'

/** What is stored of the series, up to one instant. */
export type StoredSeries = {
  /** The stamp of the database; null when nothing was ever stored. */
  mode: DataMode | null
  points: number
  /** Of the points, those that were computed afterwards. */
  backfilledPoints: number
  seriesStart: Temporal.Instant | null
  carbonSeriesStart: Temporal.Instant | null
  consumptionSeriesStart: Temporal.Instant | null
  lastPoint: Temporal.Instant | null
  /** The oldest point that was computed at its tick. */
  firstLivePoint: Temporal.Instant | null
}

/**
 * Extent of the series: from the lines of the days. A day that is known beyond `now` (a replay was once further on) is counted point
 * by point.
 */
export async function readStoredSeries(sql: Sql, now: Temporal.Instant): Promise<StoredSeries> {
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
  return onlyRow(rows)
}
