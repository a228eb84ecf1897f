import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** What is stored of the series, up to one instant. */
export type StoredSeries = {
  /** The stamp of the database; null when nothing was ever stored. */
  mode: DataMode | null
  points: number
  seriesStart: Temporal.Instant | null
  carbonSeriesStart: Temporal.Instant | null
  consumptionSeriesStart: Temporal.Instant | null
  lastPoint: Temporal.Instant | null
}

/**
 * Extent of the series: from the lines of the days. A day that is known beyond `now` (a replay was once further on) is counted point
 * by point.
 */
export async function readStoredSeries(sql: Sql, now: Temporal.Instant): Promise<StoredSeries> {
  const [series] = await sql<StoredSeries[]>`
    with parts as (
      select points::bigint, first_at, first_carbon_at, first_consumption_at, last_at
      from score_days where last_at <= ${now}
      union all
      select count(*), min(at), min(at) filter (where production_g_co2eq_per_kwh is not null),
        min(at) filter (where consumption_g_co2eq_per_kwh is not null), max(at)
      from score_points
      where at >= date_trunc('day', ${now}::timestamptz, 'UTC') and at <= ${now}
        and exists (select from score_days where day = (${now} at time zone 'UTC')::date and last_at > ${now})
    )
    select (select mode from data_stamp) as mode, coalesce(sum(points), 0)::int as points, min(first_at) as series_start, min(first_carbon_at) as carbon_series_start,
      min(first_consumption_at) as consumption_series_start, max(last_at) as last_point
    from parts`
  if (series === undefined) throw new Error('an aggregate gave no row')
  return series
}
