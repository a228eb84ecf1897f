import { type DataMode, weightlessFeedIds } from '@hexawatt/shared/grid/feeds'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { takeOnlyRow } from '../points/store-reading.ts'
import { type PointSpan, splitAtHours, toDay, toDayStart, toSeconds } from '../points/utc-span.ts'

/** Facts about the whole stored series, up to one instant. */
export type Series = {
  /** The stamp of the database; null when nothing was ever stored. */
  mode: DataMode | null
  seriesStart: Temporal.Instant | null
  carbonSeriesStart: Temporal.Instant | null
  consumptionSeriesStart: Temporal.Instant | null
  newestPoint: Temporal.Instant | null
}

/** Beginnings and end of the series. Days after `now` come from an earlier replay that went further. */
export async function readSeries(sql: Statements, now: Temporal.Instant): Promise<Series> {
  const rows = await sql<Series[]>`
    select (select mode from data_stamp) as mode, min(first_at) as series_start, min(first_carbon_at) as carbon_series_start,
      min(first_consumption_at) as consumption_series_start, max(last_at) as newest_point
    from score_days where first_at <= ${now}`
  return takeOnlyRow(rows)
}

export async function hasPointBetween(sql: Statements, { from, end }: PointSpan): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from score_points where at >= ${from} and at < ${end}) as found`
  return row?.found === true
}

/**
 * A version of the points of `[from, end)` without reading them: the sum of the revisions of their UTC days, and the number of points on a
 * last day that is cut. Such a day is mostly today, and its revision would change with points outside the window. Points are only added
 * and revisions only grow, so both sums grow with every change.
 */
export async function readPointsVersion(sql: Statements, { from, end }: PointSpan): Promise<string> {
  const endDay = toDayStart(toDay(toSeconds(end)))
  const cutFrom = Temporal.Instant.compare(endDay, from) > 0 ? endDay : from
  const rows = await sql<{ version: string }[]>`
    select concat_ws(' ',
      (select coalesce(sum(revision), 0) from score_days
        where day >= (${from} at time zone 'UTC')::date and day < (${end} at time zone 'UTC')::date),
      (select count(*) from score_points where at >= ${cutFrom} and at < ${end})) as version`
  return takeOnlyRow(rows).version
}

/**
 * Whether a point of `[from, end)` was computed while a feed that the confidence weighs was late or missing (φ < 1): from the counts of
 * the whole hours, and from the points of those that an edge of the span cuts.
 */
export async function hasLateFeedPoint(sql: Statements, span: PointSpan): Promise<boolean> {
  const nowhere = { from: span.from, end: span.from }
  const { leading, whole, trailing } = splitAtHours(span)
  const [hours, first, last] = [whole ?? nowhere, leading ?? nowhere, trailing ?? nowhere]
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from score_hours
        where hour_start >= ${hours.from} and hour_start < ${hours.end} and late_feed_samples > 0)
      or exists (select from score_points where at >= ${first.from} and at < ${first.end} and counts_late_feed(inputs - ${weightlessFeedIds}::text[], confidence_version))
      or exists (select from score_points where at >= ${last.from} and at < ${last.end} and counts_late_feed(inputs - ${weightlessFeedIds}::text[], confidence_version))
      as found`
  return row?.found === true
}
