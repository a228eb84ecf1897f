import type { ColorSums } from '@hexawatt/shared/answers/accuracy-body'
import {
  type AccuracyPeriodDays,
  accuracyPeriodsDays,
  judgedColorLeads,
} from '@hexawatt/shared/contract/forecast/accuracy'
import { tariffColorCodes } from '@hexawatt/shared/grid/public-signals'
import { tariffColorsVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { parisTimeZone, toTariffDay } from '@hexawatt/shared/time/paris'

/** From this probability on red counts as announced. */
const redAlarm = 0.5

/**
 * Sums of the colours of each period that ends today and each lead, from the archive as issued: a day is judged by the last outlook of that lead in which its
 * colour was not published. At most 365 days of nine leads, summed by Postgres.
 */
export async function readColorSums(
  sql: Sql,
  now: Temporal.Instant,
  periodsDays: readonly AccuracyPeriodDays[] = accuracyPeriodsDays,
): Promise<ColorSums[]> {
  const today = toTariffDay(now).toString()
  const longest = Math.max(...periodsDays)
  const { BLUE, WHITE, RED } = tariffColorCodes
  const selectSquaredError = (column: 'blue' | 'white' | 'red', code: number) =>
    sql`power(${sql(column)} - (color = ${code}::int)::int, 2)`
  return sql<ColorSums[]>`
    with actual as (
      select distinct on (slot_start) (slot_start at time zone ${parisTimeZone})::date as day, value::int as color
      from feed_values
      where feed = 'tariff_calendar' and series = 'COLOR' and known_from <= ${now} and slot_start <= ${now}
        and slot_start > ${now}::timestamptz - (${longest + Math.max(...judgedColorLeads) + 1}::int * interval '1 day')
      order by slot_start, known_from desc
    ), issued as (
      select distinct on (day.day, day.lead_days) day.day, day.lead_days, day.blue, day.white, day.red
      from color_issue_days as day join color_issues as issue on issue.issued_at = day.issued_at
      where day.day > ${today}::date - ${longest}::int and day.day <= ${today}::date and day.color is null
        and day.lead_days = any(${[...judgedColorLeads]}::int[]) and day.issued_at <= ${now}
        and issue.methodology_version = ${tariffColorsVersion}
      order by day.day, day.lead_days, day.issued_at desc
    ), judged as (
      select issued.*, actual.color, at_issue.color as color_at_issue from issued
      join actual on actual.day = issued.day join actual as at_issue on at_issue.day = issued.day - issued.lead_days
    )
    select period.days, lead_days, count(*)::int as samples,
      sum(${selectSquaredError('blue', BLUE)} + ${selectSquaredError('white', WHITE)} + ${selectSquaredError('red', RED)}) as squared_error_sum,
      (2 * count(*) filter (where color <> color_at_issue))::float8 as persistence_squared_error_sum,
      (count(*) filter (where color = ${RED}::int))::int as red_days,
      (count(*) filter (where red >= ${redAlarm}))::int as red_alarms,
      (count(*) filter (where red >= ${redAlarm} and color = ${RED}::int))::int as red_hits
    from unnest(${[...periodsDays]}::int[]) as period (days)
    join judged on judged.day > ${today}::date - period.days
    group by period.days, lead_days`
}
