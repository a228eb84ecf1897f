import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import type { Band } from '@hexawatt/shared/methodology/forecast/bands'
import { type ForecastQuantity, forecastQuantities } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import type { ArchivedLead, JudgedHour } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import { scoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Fragment, Sql } from '@hexawatt/shared/postgres/client'

/** Issues `[from, before)` and target hours before an instant. */
type ArchiveSpan = { issuedFrom: Temporal.Instant; issuedBefore: Temporal.Instant; targetsBefore: Temporal.Instant }

/**
 * Forecasts of the archive by lead, from 1 on: the hour in progress is served with the levels of lead 1, but an hour half over is not used for learning. An
 * auctioned price is no forecast, and a score of another version than the present one teaches nothing about its errors.
 */
export async function readArchivedLeads(
  sql: Sql,
  { issuedFrom, issuedBefore, targetsBefore }: ArchiveSpan,
): Promise<ArchivedLead[]> {
  return sql<ArchivedLead[]>`
    select lead_hours as lead, array_agg((extract(epoch from target_start) / 3600)::int) as target_hours,
      array_agg(coalesce(carbon, 'NaN')) as carbon, array_agg(coalesce(carbon_spread, 'NaN')) as carbon_spread,
      array_agg(coalesce(direct_carbon, 'NaN')) as direct_carbon,
      array_agg(coalesce(direct_carbon_spread, 'NaN')) as direct_carbon_spread,
      array_agg(coalesce(consumption_carbon, 'NaN')) as consumption_carbon,
      array_agg(coalesce(consumption_carbon_spread, 'NaN')) as consumption_carbon_spread,
      array_agg(coalesce(direct_consumption_carbon, 'NaN')) as direct_consumption_carbon,
      array_agg(coalesce(direct_consumption_carbon_spread, 'NaN')) as direct_consumption_carbon_spread,
      array_agg(case when not is_price_auctioned and price is not null then price else 'NaN' end) as price,
      array_agg(case when score_version = ${scoreVersion} and score is not null then score else 'NaN' end) as score
    from forecast_issue_hours join (${selectScoreVersions(sql, issuedFrom, issuedBefore)}) as issues using (issued_at)
    where issued_at >= ${issuedFrom} and issued_at < ${issuedBefore} and target_start < ${targetsBefore} and lead_hours > 0
    group by lead_hours order by lead_hours`
}

type JudgedRow = { lead: number; targetMs: number } & Record<`${ForecastQuantity}${'Low' | 'High'}`, number | null>

/** Part of a statement: the version of the score of each issue of `[from, before)`. */
function selectScoreVersions(sql: Sql, from: Temporal.Instant, before: Temporal.Instant): Fragment {
  return sql`select issued_at, score_version from forecast_issues where issued_at >= ${from} and issued_at < ${before}`
}

/** Archived hours with their bands whose targets begin in `[fromMs, endMs)`, of issues before an instant. */
export async function readJudgedHours(
  sql: Sql,
  { fromMs, endMs, issuedBefore }: { fromMs: number; endMs: number; issuedBefore: Temporal.Instant },
): Promise<JudgedHour[]> {
  const from = Temporal.Instant.fromEpochMilliseconds(fromMs)
  const end = Temporal.Instant.fromEpochMilliseconds(endMs)
  // Lets Postgres leave out the partitions of other months.
  const issuedFrom = from.subtract({ hours: maxOutlookHours })
  const rows = await sql<JudgedRow[]>`
    select lead_hours as lead, (extract(epoch from target_start) * 1000)::double precision as target_ms,
      carbon_low, carbon_high, direct_carbon_low, direct_carbon_high, consumption_carbon_low, consumption_carbon_high,
      direct_consumption_carbon_low, direct_consumption_carbon_high,
      case when not is_price_auctioned then price_low end as price_low, price_high,
      case when score_version = ${scoreVersion} then score_low end as score_low, score_high
    from forecast_issue_hours join (${selectScoreVersions(sql, issuedFrom, issuedBefore)}) as issues using (issued_at)
    where target_start >= ${from} and target_start < ${end} and issued_at >= ${issuedFrom} and issued_at < ${issuedBefore}
      and lead_hours > 0`
  return rows.map((row) => ({
    lead: row.lead,
    targetMs: row.targetMs,
    bands: recordFromEntries(forecastQuantities, (quantity) => readBand(row[`${quantity}Low`], row[`${quantity}High`])),
  }))
}

function readBand(low: number | null, high: number | null): Band | null {
  return low === null || high === null ? null : { low, high }
}
