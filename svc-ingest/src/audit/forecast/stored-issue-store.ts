import type { BandState } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import type { RidgeState } from '@hexawatt/shared/methodology/forecast/refinements/learnt-errors'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { selectComposition } from '@hexawatt/shared/postgres/score-sums-store'
import { parseBandState } from '../../forecast/issue-store.ts'
import { parseRidgeState } from '../../forecast/refinements/past-error-store.ts'
import type { HourScoreSums } from '../../inputs/hour-score-store.ts'

/** One row of `forecast_issue_hours` by its column names, as JSON has it. */
export type StoredIssueHour = Readonly<Record<string, unknown>> & { lead_hours: number }

/** An archived issue with every column. */
export type StoredIssue = {
  issuedAt: Temporal.Instant
  computedAt: Temporal.Instant
  forecastVersion: number
  scoreVersion: number
  method: string
  missingInputs: string[]
  newestGenerationStart: Temporal.Instant | null
  consumptionMethod: string | null
  newestConsumptionStart: Temporal.Instant | null
  factorSetId: string | null
  mixTypes: string[] | null
  bands: BandState
  ridge: RidgeState | null
  /** By lead. */
  hours: StoredIssueHour[]
}

type StoredIssueRow = Omit<StoredIssue, 'bands' | 'ridge' | 'hours'> & {
  bandsText: string
  ridgeText: string | null
  hoursText: string | null
}

/** The archived issue of an instant; null when there is none. */
export async function readStoredIssue(sql: Sql, at: Temporal.Instant): Promise<StoredIssue | null> {
  // As text: the driver would rename its members.
  const [row] = await sql<StoredIssueRow[]>`
    select issued_at, computed_at, forecast_version, score_version, method, missing_inputs, newest_generation_start,
      consumption_method, newest_consumption_start, factor_set_id,
      mix_types, band_levels::text as bands_text, ridge_state::text as ridge_text, (
        select jsonb_agg(to_jsonb(hours) order by lead_hours) from forecast_issue_hours hours where hours.issued_at = ${at}
      )::text as hours_text
    from forecast_issues where issued_at = ${at}`
  if (row === undefined) return null
  const { bandsText, ridgeText, hoursText, ...issue } = row
  const ridge = ridgeText === null ? null : parseRidgeState(ridgeText)
  return { ...issue, bands: parseBandState(bandsText), ridge, hours: JSON.parse(hoursText ?? '[]') }
}

/** The archived issues next to an instant: the last before it and the first after it, where they exist. */
export async function readNearestIssues(sql: Sql, at: Temporal.Instant): Promise<Temporal.Instant[]> {
  const rows = await sql<{ at: Temporal.Instant }[]>`
    (select issued_at as at from forecast_issues where issued_at <= ${at} order by issued_at desc limit 1)
    union
    (select issued_at as at from forecast_issues where issued_at > ${at} order by issued_at limit 1)
    order by at`
  return rows.map((row) => row.at)
}

/** Instants of issues drawn at random, in their order; the same seed draws the same of the same issues. */
export async function drawIssues(sql: Sql, count: number, seed: number): Promise<Temporal.Instant[]> {
  const rows = await sql<{ at: Temporal.Instant }[]>`
    select at from (
      select issued_at as at from forecast_issues
      order by md5(${seed}::bigint || ' ' || extract(epoch from issued_at)::bigint), issued_at limit ${count}
    ) drawn order by at`
  return rows.map(({ at }) => at)
}

/** Sums of the sub-scores of the hours of `[from, to)` by composition, over the points that were stored by an instant: later fills are left out. */
export async function readHourScoresBy(
  sql: Sql,
  from: Temporal.Instant,
  to: Temporal.Instant,
  storedBy: Temporal.Instant,
): Promise<HourScoreSums[]> {
  return sql<HourScoreSums[]>`
    select date_trunc('hour', at) as hour_start, ${selectComposition(sql)} as composition, count(*)::int as samples, sum(price_score_tenths)::int as price,
      sum(carbon_score_tenths)::int as carbon, sum(grid_score_tenths)::int as grid, sum(adequacy_score_tenths)::int as adequacy
    from score_points where at >= ${from} and at < ${to} and computed_at <= ${storedBy}
    group by 1, 2 order by 1, 2`
}
