import type { PeriodSums } from '@hexawatt/shared/answers/accuracy-body'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { accuracyPeriodsDays } from '@hexawatt/shared/contract/forecast/accuracy'
import { type ForecastQuantity, forecastQuantities } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import type {
  ArchivedHour,
  ArchivedIssue,
  ErrorDayRow,
  RealisedValues,
} from '@hexawatt/shared/methodology/forecast-accuracy/judge-day'
import { maxDaysBack } from '@hexawatt/shared/methodology/forecast-accuracy/naive-forecasts'
import { scoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Fragment, Sql } from '@hexawatt/shared/postgres/client'
import { selectRealisedScore } from '@hexawatt/shared/postgres/score-sums-store'

/** The issues of a UTC day reach 72 hours further; the values for comparison begin a week and an hour (for a clock change) before the day. */
const [daysBefore, daysAfter] = [maxDaysBack + 1, 4]

/** A realised value may be committed so long after the instant that it bears, minutes. */
const lateCommitMinutes = 60

/**
 * UTC days whose sums are missing or may have changed since they were computed: the day had not ended, or a realised value was corrected that
 * its issues are compared with. The newest first.
 *
 * @param days how far back
 * @param limit most days
 */
export async function readDaysToJudge(
  sql: Sql,
  now: Temporal.Instant,
  { days, limit }: { days: number; limit: number },
): Promise<string[]> {
  const rows = await sql<{ day: string }[]>`
    with archived as (
      select distinct (issued_at at time zone 'UTC')::date as day from forecast_issues
      where issued_at >= ${now}::timestamptz - ${days} * interval '1 day' and issued_at <= ${now}
    ), computed as (
      select day, min(updated_at) - ${lateCommitMinutes} * interval '1 minute' as sure_until from forecast_error_days group by day
    )
    select archived.day::text as day from archived left join computed using (day)
    where computed.day is null or computed.sure_until < (archived.day + 1)::timestamp at time zone 'UTC'
      or exists (select from realised_hours where updated_at > computed.sure_until
        and hour_start >= (archived.day - ${daysBefore}::int)::timestamp at time zone 'UTC'
        and hour_start < (archived.day + ${daysAfter}::int)::timestamp at time zone 'UTC')
    order by archived.day desc limit ${limit}`
  return rows.map(({ day }) => day)
}

type HourRow = Record<ForecastQuantity, number | null> &
  Record<`${ForecastQuantity}${'Low' | 'High'}`, number | null> & {
    issuedSeconds: number
    targetSeconds: number
    leadHours: number
    forecastVersion: number
    newestGenerationSeconds: number | null
    newestConsumptionSeconds: number | null
    isPriceAuctioned: boolean
  }

/**
 * The issues of a UTC day with their hours from lead 1 on: at most 24 times 72 rows. On the day on which the version of the score changes, the score of
 * the former version is left out, as if it were missing: the sums of a day are of one version.
 */
export async function readArchivedIssues(sql: Sql, day: string, now: Temporal.Instant): Promise<ArchivedIssue[]> {
  const selectScore = (column: string) =>
    sql`case when issue.score_version = ${selectScoreVersion(sql, day, now)} then hour.${sql(column)} end`
  const rows = await sql<HourRow[]>`
    select extract(epoch from issue.issued_at)::float8 as issued_seconds, extract(epoch from hour.target_start)::float8 as target_seconds,
      hour.lead_hours, issue.forecast_version, extract(epoch from issue.newest_generation_start)::float8 as newest_generation_seconds,
      extract(epoch from issue.newest_consumption_start)::float8 as newest_consumption_seconds,
      hour.is_price_auctioned, hour.carbon, hour.carbon_low, hour.carbon_high,
      hour.direct_carbon, hour.direct_carbon_low, hour.direct_carbon_high,
      hour.consumption_carbon, hour.consumption_carbon_low, hour.consumption_carbon_high,
      hour.direct_consumption_carbon, hour.direct_consumption_carbon_low, hour.direct_consumption_carbon_high,
      hour.price, hour.price_low, hour.price_high, ${selectScore('score')} as score, ${selectScore('score_low')} as score_low,
      ${selectScore('score_high')} as score_high
    from forecast_issues as issue join forecast_issue_hours as hour on hour.issued_at = issue.issued_at
    where issue.issued_at >= ${day}::date::timestamp at time zone 'UTC'
      and issue.issued_at < (${day}::date + 1)::timestamp at time zone 'UTC' and issue.issued_at <= ${now}
      and hour.issued_at >= ${day}::date::timestamp at time zone 'UTC'
      and hour.issued_at < (${day}::date + 1)::timestamp at time zone 'UTC' and hour.lead_hours > 0
    order by issue.issued_at, hour.lead_hours`
  const byIssue = Map.groupBy(rows, ({ issuedSeconds }) => issuedSeconds)
  return [...byIssue].flatMap(([issuedSeconds, [first, ...rest]]) =>
    first === undefined
      ? []
      : {
          issuedAtMs: issuedSeconds * 1_000,
          forecastVersion: first.forecastVersion,
          newestGenerationStartMs: toMsOrNull(first.newestGenerationSeconds),
          newestConsumptionStartMs: toMsOrNull(first.newestConsumptionSeconds),
          hours: [first, ...rest].map(readArchivedHour),
        },
  )
}

const toMsOrNull = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1_000)

function readArchivedHour(row: HourRow): ArchivedHour {
  const readBanded = (quantity: ForecastQuantity) => {
    const [low, high] = [row[`${quantity}Low`], row[`${quantity}High`]]
    return { value: row[quantity], band: low === null || high === null ? null : { low, high } }
  }
  return {
    startMs: row.targetSeconds * 1_000,
    lead: row.leadHours,
    isPriceAuctioned: row.isPriceAuctioned,
    ...recordFromEntries(forecastQuantities, readBanded),
  }
}

/** Part of a statement: the newest version of the score among the issues of a UTC day. */
function selectScoreVersion(sql: Sql, day: string, now: Temporal.Instant): Fragment {
  return sql`(select max(score_version) from forecast_issues where issued_at >= ${day}::date::timestamp at time zone 'UTC'
    and issued_at < (${day}::date + 1)::timestamp at time zone 'UTC' and issued_at <= ${now})`
}

/**
 * Realised values that the issues of a UTC day are compared with, of hours that are over: 12 days at most. The score is that of the version of
 * {@link readArchivedIssues}.
 */
export async function readRealisedValues(sql: Sql, day: string, now: Temporal.Instant): Promise<RealisedValues> {
  const rows = await sql<({ startSeconds: number } & Record<ForecastQuantity, number | null>)[]>`
    select extract(epoch from hour_start)::float8 as start_seconds, carbon, direct_carbon, consumption_carbon, direct_consumption_carbon, price,
      ${selectRealisedScore(sql, selectScoreVersion(sql, day, now), 'realised')} as score
    from realised_hours as realised
    where hour_start >= (${day}::date - ${daysBefore}::int)::timestamp at time zone 'UTC'
      and hour_start < (${day}::date + ${daysAfter}::int)::timestamp at time zone 'UTC'
      and hour_start + interval '1 hour' <= ${now}`
  const values = (quantity: ForecastQuantity) =>
    new Map(
      rows.flatMap((row): [number, number][] => {
        const value = row[quantity]
        return value === null ? [] : [[row.startSeconds * 1_000, value]]
      }),
    )
  return recordFromEntries(forecastQuantities, values)
}

/** Puts the sums of a UTC day in the place of the former ones, in one transaction. */
export async function replaceErrorDay(
  sql: Sql,
  day: string,
  rows: readonly ErrorDayRow[],
  updatedAt: Temporal.Instant,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`delete from forecast_error_days where day = ${day}::date`
    await tx`
      insert into forecast_error_days (day, quantity, last_lead_hours, forecaster, forecast_version, samples, absolute_error_sum,
        error_sum, banded_samples, covered_samples, possible_saving_sum, captured_saving_sum, updated_at)
      select ${day}::date, quantity, "lastLeadHours", forecaster, "forecastVersion", samples, "absoluteErrorSum",
        "errorSum", "bandedSamples", "coveredSamples", "possibleSavingSum", "capturedSavingSum", ${updatedAt}
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (quantity text, "lastLeadHours" smallint, forecaster text,
        "forecastVersion" smallint, samples int, "absoluteErrorSum" float8, "errorSum" float8, "bandedSamples" int,
        "coveredSamples" int, "possibleSavingSum" float8, "capturedSavingSum" float8)`
  })
}

/** The newest version in the archive and its oldest issue; null when nothing is archived. */
export async function readJudgedVersion(
  sql: Sql,
  now: Temporal.Instant,
): Promise<{ methodologyVersion: number; measuredSince: Temporal.Instant } | null> {
  const [row] = await sql<{ methodologyVersion: number; measuredSince: Temporal.Instant }[]>`
    select forecast_version as methodology_version,
      (select min(issued_at) from forecast_issues as same where same.forecast_version = newest.forecast_version) as measured_since
    from forecast_issues as newest where issued_at <= ${now} order by issued_at desc limit 1`
  return row ?? null
}

/**
 * Sums of each period that ends today, UTC, of the issues of one version. Those of the score begin with the first day of its present version: before,
 * the same name stood for another quantity.
 */
export async function readPeriodSums(sql: Sql, now: Temporal.Instant, version: number): Promise<PeriodSums[]> {
  return sql<PeriodSums[]>`
    select period.days, quantity, last_lead_hours, forecaster, sum(samples)::int as samples,
      sum(absolute_error_sum) as absolute_error_sum, sum(error_sum) as error_sum, sum(banded_samples)::int as banded_samples,
      sum(covered_samples)::int as covered_samples, sum(possible_saving_sum) as possible_saving_sum,
      sum(captured_saving_sum) as captured_saving_sum
    from unnest(${[...accuracyPeriodsDays]}::int[]) as period (days)
    join forecast_error_days on day > (${now}::timestamptz at time zone 'UTC')::date - period.days
      and day <= (${now}::timestamptz at time zone 'UTC')::date
    where forecast_version = ${version} and quantity = any(${[...forecastQuantities]})
      and (quantity <> 'score' or day >= (
        select (min(issued_at) at time zone 'UTC')::date from forecast_issues where score_version = ${scoreVersion}))
    group by period.days, quantity, last_lead_hours, forecaster`
}
