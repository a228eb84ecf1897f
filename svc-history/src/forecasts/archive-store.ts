import type { ArchivedQuantity } from '@hexawatt/shared/contract/forecast/forecast-archive'
import type { Fragment, Sql } from '@hexawatt/shared/postgres/client'
import { selectRealisedScore } from '@hexawatt/shared/postgres/score-sums-store'
import { takeOnlyRow } from '../points/store-reading.ts'
import type { ArchiveFacts, ArchiveSpans } from './archive-source.ts'

const columnsOf: Readonly<Record<ArchivedQuantity, { value: string; low: string; high: string }>> = {
  carbon: { value: 'carbon', low: 'carbon_low', high: 'carbon_high' },
  directCarbon: { value: 'direct_carbon', low: 'direct_carbon_low', high: 'direct_carbon_high' },
  consumptionCarbon: {
    value: 'consumption_carbon',
    low: 'consumption_carbon_low',
    high: 'consumption_carbon_high',
  },
  directConsumptionCarbon: {
    value: 'direct_consumption_carbon',
    low: 'direct_consumption_carbon_low',
    high: 'direct_consumption_carbon_high',
  },
  price: { value: 'price', low: 'price_low', high: 'price_high' },
  score: { value: 'score', low: 'score_low', high: 'score_high' },
}

/**
 * Reads the facts in one statement. Issues are written once, so their number and the newest one tell their version; realised values are
 * corrected, so the newest correction belongs to it.
 */
export async function readArchiveFacts(
  sql: Sql,
  quantity: ArchivedQuantity,
  { issues, targets }: ArchiveSpans,
  now: Temporal.Instant,
): Promise<ArchiveFacts> {
  const rows = await sql<ArchiveFacts[]>`
    with of_span as (
      select issued_at, ${selectMissingInputs(sql, quantity)} as missing_inputs from forecast_issues
      where issued_at >= ${issues.from} and issued_at < ${issues.end} and issued_at <= ${now}
    ), known as (
      select updated_at from realised_hours
      where hour_start >= ${targets.from} and hour_start < ${targets.end} and hour_start + interval '1 hour' <= ${now}
    )
    select (select mode from data_stamp) as mode,
      (select min(issued_at) from forecast_issues where issued_at <= ${now}) as first_issue,
      (select max(issued_at) from forecast_issues where issued_at <= ${now}) as newest_issue,
      exists (select from of_span join forecast_issue_hours as hour using (issued_at)
        where cardinality(missing_inputs) > 0 and hour.issued_at >= ${issues.from} and hour.issued_at < ${issues.end}
          and hour.target_start >= ${targets.from} and hour.target_start < ${targets.end}
          and hour.${sql(columnsOf[quantity].value)} is not null) as has_missing_input,
      concat_ws(' ', (select concat_ws(' ', count(*), max(issued_at)) from of_span),
        (select concat_ws(' ', count(*), max(updated_at)) from known)) as version`
  return takeOnlyRow(rows)
}

/** Part of a statement: the inputs that a quantity of an issue lacks. Imports concern consumption only. */
function selectMissingInputs(sql: Sql, quantity: ArchivedQuantity): Fragment {
  const isOfConsumption = quantity === 'consumptionCarbon' || quantity === 'directConsumptionCarbon'
  return isOfConsumption ? sql`missing_inputs` : sql`array_remove(missing_inputs, 'imports')`
}

/** Whether a forecast hour lies in both spans. */
export async function hasArchivedHour(sql: Sql, { issues, targets }: ArchiveSpans): Promise<boolean> {
  const rows = await sql<{ found: boolean }[]>`
    select exists (select from forecast_issue_hours
      where issued_at >= ${issues.from} and issued_at < ${issues.end}
        and target_start >= ${targets.from} and target_start < ${targets.end}) as found`
  return takeOnlyRow(rows).found
}

/** One forecast hour; instants in seconds since the epoch. */
export type ArchivedRow = {
  issuedSeconds: number
  targetSeconds: number
  leadHours: number
  value: number
  low: number | null
  high: number | null
  actual: number | null
  methodologyVersion: number
}

/**
 * Forecast hours of the spans by issue and lead; a value that came true is joined once its hour is over. A score has a realised value of its own version
 * only.
 */
export function readArchivedRows(
  sql: Sql,
  quantity: ArchivedQuantity,
  { issues, targets }: ArchiveSpans,
  now: Temporal.Instant,
): Promise<ArchivedRow[]> {
  const { value, low, high } = columnsOf[quantity]
  const actual =
    quantity === 'score' ? selectRealisedScore(sql, sql`issue.score_version`, 'realised') : sql`realised.${sql(value)}`
  return sql<ArchivedRow[]>`
    select extract(epoch from issue.issued_at)::float8 as issued_seconds, extract(epoch from hour.target_start)::float8 as target_seconds,
      hour.lead_hours, hour.${sql(value)} as value, hour.${sql(low)} as low, hour.${sql(high)} as high,
      ${actual} as actual, issue.forecast_version as methodology_version
    from forecast_issues as issue
    join forecast_issue_hours as hour on hour.issued_at = issue.issued_at
      and hour.issued_at >= ${issues.from} and hour.issued_at < ${issues.end}
    left join realised_hours as realised
      on realised.hour_start = hour.target_start and realised.hour_start + interval '1 hour' <= ${now}
    where issue.issued_at >= ${issues.from} and issue.issued_at < ${issues.end} and issue.issued_at <= ${now}
      and hour.target_start >= ${targets.from} and hour.target_start < ${targets.end} and hour.${sql(value)} is not null
    order by issue.issued_at, hour.lead_hours`
}
