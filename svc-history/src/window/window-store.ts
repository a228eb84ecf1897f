import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** What is stored of the series as a whole, up to one instant. */
export type Series = {
  /** The stamp of the database; null when nothing was ever stored. */
  mode: DataMode | null
  seriesStart: Temporal.Instant | null
  carbonSeriesStart: Temporal.Instant | null
  consumptionSeriesStart: Temporal.Instant | null
  newestPoint: Temporal.Instant | null
}

/** Beginnings and end of the series. Days after `now` are those of a replay that was once further on. */
export async function readSeries(sql: Sql, now: Temporal.Instant): Promise<Series> {
  const [series] = await sql<Series[]>`
    select (select mode from data_stamp) as mode, min(first_at) as series_start, min(first_carbon_at) as carbon_series_start,
      min(first_consumption_at) as consumption_series_start, max(last_at) as newest_point
    from score_days where first_at <= ${now}`
  if (series === undefined) throw new Error('an aggregate gave no row')
  return series
}

/** Whether a point is stored in `[from, to)`. */
export async function hasPointBetween(sql: Sql, from: Temporal.Instant, to: Temporal.Instant): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from score_points where at >= ${from} and at < ${to}) as found`
  return row?.found === true
}
