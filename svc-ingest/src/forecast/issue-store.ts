import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import {
  type ForecastIssue,
  type ForecastIssueHour,
  findLastServedLead,
  forecastQuantities,
} from '@hexawatt/shared/methodology/forecast/forecast-issue'
import type { BandState } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import type { RidgeState } from '@hexawatt/shared/methodology/forecast/refinements/learnt-errors'
import { forecastVersion, scoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { formatRidgeState } from './refinements/past-error-store.ts'

/** An issue with the state of the bands that it was made with, the emission factors, and the state of the ridge if it is the first of its Paris day. */
export type ArchivedIssue = {
  issue: ForecastIssue
  bands: BandState
  factorSetId: string | null
  taughtRidge: RidgeState | null
}

/**
 * Archives the issue of an instant, leads 0–48 or, if it was made with weather, 0–72, unless one is archived: that one stays.
 *
 * @param tx the transaction of the point of the same instant, so that an instant has both or none
 * @returns whether the issue was added
 */
export async function addForecastIssue(
  tx: TransactionSql,
  { issue, bands, factorSetId, taughtRidge }: ArchivedIssue,
  computedAt: Temporal.Instant,
): Promise<boolean> {
  const { issuedAt, method, missingInputs, newestGenerationStartMs, consumptionMethod, newestConsumptionStartMs } =
    issue
  const lastLead = findLastServedLead(issue.hours.length - 1)
  const hours = issue.hours.filter(({ lead }) => lead <= lastLead)
  const mixTypes = listMixTypes(hours)
  const { count } = await tx`
    insert into forecast_issues (issued_at, computed_at, forecast_version, score_version, method, missing_inputs,
      newest_generation_start, consumption_method, newest_consumption_start, factor_set_id, band_levels, ridge_state, mix_types)
    values (${issuedAt}, ${computedAt}, ${forecastVersion}, ${scoreVersion}, ${method}, ${[...missingInputs]}::text[],
      ${toInstant(newestGenerationStartMs)}::timestamptz, ${consumptionMethod},
      ${toInstant(newestConsumptionStartMs)}::timestamptz, ${factorSetId}, ${JSON.stringify(recordOfState(bands))}::text::jsonb,
      ${taughtRidge && formatRidgeState(taughtRidge)}::text::jsonb, ${mixTypes}::text[])
    on conflict do nothing`
  if (count === 0) return false
  const rows = JSON.stringify(hours.map((hour) => issueHourRow(issuedAt, hour, mixTypes)))
  await tx`
    insert into forecast_issue_hours select * from jsonb_populate_recordset(null::forecast_issue_hours, ${rows}::text::jsonb)`
  return true
}

const toInstant = (startMs: number | null): Temporal.Instant | null =>
  startMs === null ? null : Temporal.Instant.fromEpochMilliseconds(startMs)

/** Production types of any hour, sorted; null when no hour has a mix. */
function listMixTypes(hours: readonly ForecastIssueHour[]): string[] | null {
  const types = new Set(hours.flatMap(({ powerMwByType }) => Object.keys(powerMwByType ?? {})))
  return types.size === 0 ? null : [...types].sort()
}

/** An hour as the columns of its table, which keep seven digits. */
export function issueHourRow(issuedAt: Temporal.Instant, hour: ForecastIssueHour, mixTypes: readonly string[] | null) {
  const { carbon, directCarbon, consumptionCarbon, directConsumptionCarbon, price, score, powerMwByType, corrections } =
    hour
  const { lifeCycle, direct } = corrections
  return {
    issued_at: issuedAt.toString(),
    target_start: Temporal.Instant.fromEpochMilliseconds(hour.startMs).toString(),
    mix_mw: powerMwByType && (mixTypes?.map((type) => powerMwByType[type] ?? null) ?? null),
    carbon: carbon.value,
    carbon_low: carbon.band?.low ?? null,
    carbon_high: carbon.band?.high ?? null,
    carbon_spread: hour.spreads.lifeCycle,
    direct_carbon: directCarbon.value,
    direct_carbon_low: directCarbon.band?.low ?? null,
    direct_carbon_high: directCarbon.band?.high ?? null,
    direct_carbon_spread: hour.spreads.direct,
    price: price.value,
    price_low: price.band?.low ?? null,
    price_high: price.band?.high ?? null,
    score: score.value,
    score_low: score.band?.low ?? null,
    score_high: score.band?.high ?? null,
    load_mw: hour.loadMw,
    wind_mw: hour.windMw,
    solar_mw: hour.solarMw,
    lead_hours: hour.lead,
    is_price_auctioned: hour.isPriceAuctioned,
    uncorrected_carbon: lifeCycle?.uncorrected ?? null,
    carbon_same_hour: lifeCycle?.sameHour ?? null,
    carbon_recent_error: lifeCycle?.recentError ?? null,
    carbon_hour_bias: lifeCycle?.hourBias ?? null,
    uncorrected_direct_carbon: direct?.uncorrected ?? null,
    direct_carbon_same_hour: direct?.sameHour ?? null,
    direct_carbon_recent_error: direct?.recentError ?? null,
    direct_carbon_hour_bias: direct?.hourBias ?? null,
    consumption_carbon: consumptionCarbon.value,
    consumption_carbon_low: consumptionCarbon.band?.low ?? null,
    consumption_carbon_high: consumptionCarbon.band?.high ?? null,
    consumption_carbon_spread: hour.consumptionSpreads.lifeCycle,
    direct_consumption_carbon: directConsumptionCarbon.value,
    direct_consumption_carbon_low: directConsumptionCarbon.band?.low ?? null,
    direct_consumption_carbon_high: directConsumptionCarbon.band?.high ?? null,
    direct_consumption_carbon_spread: hour.consumptionSpreads.direct,
  }
}

/** The state of a bucket in `band_levels`. */
type BucketRecord = { low: number | null; high: number | null; alpha: number; errors: number }

function recordOfState(bands: BandState): Record<string, BucketRecord[]> {
  return recordFromEntries(forecastQuantities, (quantity) =>
    bands[quantity].map(({ levels, alpha, errors }) => {
      return { low: levels?.low ?? null, high: levels?.high ?? null, alpha, errors }
    }),
  )
}

/** An archived issue's instant and the state of its bands. */
export type IssuedBands = { issuedAt: Temporal.Instant; bands: BandState }

/** The newest issue up to an instant; null when there is none. */
export async function readNewestBands(sql: Sql, until: Temporal.Instant): Promise<IssuedBands | null> {
  // As text: the driver would rename the quantities in it.
  const [row] = await sql<{ issuedAt: Temporal.Instant; text: string }[]>`
    select issued_at, band_levels::text as text from forecast_issues
    where issued_at <= ${until} order by issued_at desc limit 1`
  return row === undefined ? null : { issuedAt: row.issuedAt, bands: parseBandState(row.text) }
}

/** The state that the text of `band_levels` holds. */
export function parseBandState(text: string): BandState {
  const record: Record<string, BucketRecord[]> = JSON.parse(text)
  return recordFromEntries(forecastQuantities, (quantity) =>
    (record[quantity] ?? []).map(({ low, high, alpha, errors }) => {
      return { levels: low === null || high === null ? null : { low, high }, alpha, errors }
    }),
  )
}

/** End of the newest hour whose imports the newest issue up to an instant knew; null when it knew of none. */
export async function readNewestImportsEnd(sql: Sql, now: Temporal.Instant): Promise<Temporal.Instant | null> {
  const [row] = await sql<{ start: Temporal.Instant | null }[]>`
    select newest_consumption_start as start from forecast_issues
    where issued_at <= ${now} order by issued_at desc limit 1`
  return row?.start?.add({ hours: 1 }) ?? null
}

/** Instant of the newest issue up to an instant; null when there is none. */
export async function readNewestIssueAt(sql: Sql, now: Temporal.Instant): Promise<Temporal.Instant | null> {
  const [row] = await sql<{ issuedAt: Temporal.Instant }[]>`
    select issued_at from forecast_issues where issued_at <= ${now} order by issued_at desc limit 1`
  return row?.issuedAt ?? null
}
