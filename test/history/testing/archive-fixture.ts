import { forecastVersion, scoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** One partition for forecasts of every month, of which a new database has none. */
export async function makeRoomForForecasts(sql: Sql): Promise<void> {
  await sql`create table forecast_issues_of_test partition of forecast_issues default`
  await sql`create table forecast_issue_hours_of_test partition of forecast_issue_hours default`
}

/** Realised value of the first hour of a UTC day; each later hour of the day has 1 more. */
const carbonAtMidnight = 20

/**
 * Stores an issue at every full hour of `[from, to)`. The realised value of an hour is {@link carbonAtMidnight} and its UTC hour, for every
 * quantity; the forecast is a tenth more for each hour of lead, with a band of 2.5 to both sides for the intensities only.
 *
 * @param leads hours of an issue, all 49 unless given
 */
export async function addIssues(
  sql: Sql,
  {
    from,
    to,
    leads = Array.from({ length: 49 }, (_, lead) => lead),
    version = forecastVersion,
    score = scoreVersion,
  }: IssueSpan,
): Promise<void> {
  await sql`
    insert into forecast_issues (issued_at, computed_at, forecast_version, score_version, method, missing_inputs,
      newest_generation_start, consumption_method, newest_consumption_start, band_levels)
    select at, at + interval '20 seconds', ${version}, ${score}, 'analog_mix', '{}', at - interval '2 hours',
      'similar_hours', at - interval '5 hours', '{}'
    from generate_series(${from}::text::timestamptz, ${to}::text::timestamptz - interval '1 second', interval '1 hour') as at
    on conflict do nothing`
  await sql`
    insert into forecast_issue_hours (issued_at, lead_hours, target_start, is_price_auctioned,
      carbon, carbon_low, carbon_high, direct_carbon, direct_carbon_low, direct_carbon_high, consumption_carbon,
      consumption_carbon_low, consumption_carbon_high, direct_consumption_carbon, price, score)
    select at, lead, target, lead <= 12, value, value - 2.5, value + 2.5, value, value - 2.5, value + 2.5,
      value + 20, value + 15, value + 27, value + 10, value, value
    from generate_series(${from}::text::timestamptz, ${to}::text::timestamptz - interval '1 second', interval '1 hour') as at,
      unnest(${[...leads]}::int[]) as lead, lateral (select at + lead * interval '1 hour' as target) as targets,
      lateral (select ${carbonAtMidnight} + extract(hour from target) + lead / 10.0 as value) as forecasts
    on conflict do nothing`
}

type IssueSpan = { from: string; to: string; leads?: readonly number[]; version?: number; score?: number }

/** Stores the realised values of every hour of `[from, to)`, as {@link addIssues} has it, where nothing is known yet. */
export async function addRealised(sql: Sql, from: string, to: string, updatedAt: string = to): Promise<void> {
  await sql`
    insert into realised_hours (hour_start, carbon, direct_carbon, consumption_carbon, direct_consumption_carbon, price, score,
      score_2, updated_at)
    select hour, value, value, value + 20, value + 10, value, value, value, ${updatedAt}::text::timestamptz
    from generate_series(${from}::text::timestamptz, ${to}::text::timestamptz - interval '1 second', interval '1 hour') as hour,
      lateral (select ${carbonAtMidnight} + extract(hour from hour) as value) as known
    on conflict (hour_start) do update set carbon = coalesce(realised_hours.carbon, excluded.carbon),
      direct_carbon = coalesce(realised_hours.direct_carbon, excluded.direct_carbon),
      consumption_carbon = coalesce(realised_hours.consumption_carbon, excluded.consumption_carbon),
      direct_consumption_carbon = coalesce(realised_hours.direct_consumption_carbon, excluded.direct_consumption_carbon),
      price = coalesce(realised_hours.price, excluded.price), score = coalesce(realised_hours.score, excluded.score),
      score_2 = coalesce(realised_hours.score_2, excluded.score_2)`
}
