import type { ColorProbabilities } from '@hexawatt/shared/methodology/tariff-colors/color-rule'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { parisTimeZone, tariffDayStart } from '@hexawatt/shared/time/paris'
import { takeOnlyRow } from '../points/store-reading.ts'
import type { ArchiveFacts, ArchiveSpans } from './archive-source.ts'

/** Start of the tariff day of a row of `color_issue_days`. */
const selectDayStart = (sql: Sql) => sql`((day + ${tariffDayStart}::text::time) at time zone ${parisTimeZone})`

/**
 * Reads the facts in one statement. Issues are written once, so their number and the newest one tell their version; so do those of the published
 * colours. An outlook of colours alone (variant C) lacked the net load, realised and forecast.
 */
export async function readColorArchiveFacts(
  sql: Sql,
  { issues, targets }: ArchiveSpans,
  now: Temporal.Instant,
): Promise<ArchiveFacts> {
  const rows = await sql<ArchiveFacts[]>`
    with of_span as (
      select issued_at, variant from color_issues
      where issued_at >= ${issues.from} and issued_at < ${issues.end} and issued_at <= ${now}
    ), published as (
      select known_from from feed_values
      where feed = 'tariff_calendar' and series = 'COLOR' and known_from <= ${now}
        and slot_start >= ${targets.from}::timestamptz - interval '1 day' and slot_start < ${targets.end}
    )
    select (select mode from data_stamp) as mode,
      (select min(issued_at) from color_issues where issued_at <= ${now}) as first_issue,
      (select max(issued_at) from color_issues where issued_at <= ${now}) as newest_issue,
      exists (select from of_span join color_issue_days using (issued_at)
        where variant = 'C' and ${selectDayStart(sql)} >= ${targets.from} and ${selectDayStart(sql)} < ${targets.end}) as has_missing_input,
      concat_ws(' ', (select concat_ws(' ', count(*), max(issued_at)) from of_span),
        (select concat_ws(' ', count(*), max(known_from)) from published)) as version`
  return takeOnlyRow(rows)
}

/** Whether a forecast tariff day lies in both spans. */
export async function hasArchivedColorDay(sql: Sql, { issues, targets }: ArchiveSpans): Promise<boolean> {
  const rows = await sql<{ found: boolean }[]>`
    select exists (select from color_issue_days
      where issued_at >= ${issues.from} and issued_at < ${issues.end}
        and ${selectDayStart(sql)} >= ${targets.from} and ${selectDayStart(sql)} < ${targets.end}) as found`
  return takeOnlyRow(rows).found
}

/** One forecast tariff day; its instant in seconds since the epoch, its published colour by number. */
export type ArchivedColorRow = ColorProbabilities & {
  issuedSeconds: number
  /** YYYY-MM-DD, in Paris. */
  date: string
  leadDays: number
  actual: number | null
  methodologyVersion: number
}

/** Forecast tariff days of the spans by issue and day, with the newest colour that was published for each. */
export function readArchivedColorDays(
  sql: Sql,
  { issues, targets }: ArchiveSpans,
  now: Temporal.Instant,
): Promise<ArchivedColorRow[]> {
  return sql<ArchivedColorRow[]>`
    with published as (
      select distinct on (slot_start) (slot_start at time zone ${parisTimeZone})::date as day, value::int as actual
      from feed_values
      where feed = 'tariff_calendar' and series = 'COLOR' and known_from <= ${now}
        and slot_start >= ${targets.from}::timestamptz - interval '1 day' and slot_start < ${targets.end}
      order by slot_start, known_from desc
    )
    select extract(epoch from issued_at)::float8 as issued_seconds, day::text as date, lead_days, blue, white, red, actual,
      methodology_version
    from color_issues join color_issue_days using (issued_at) left join published using (day)
    where issued_at >= ${issues.from} and issued_at < ${issues.end} and issued_at <= ${now}
      and ${selectDayStart(sql)} >= ${targets.from} and ${selectDayStart(sql)} < ${targets.end}
    order by issued_at, day`
}
