import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { computeBand, computeBandScale, type ErrorLevels } from '@hexawatt/shared/methodology/forecast/bands'
import {
  type ForecastIssue,
  type ForecastIssueHour,
  forecastQuantities,
} from '@hexawatt/shared/methodology/forecast/forecast-issue'
import { type ForecastVersion, scoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { Partitions } from '../pipeline/partition-store.ts'

/**
 * A made issue: 30 g with a spread of 0.1, 3 g direct, of consumption 40 and 10 g, 50 EUR/MWh auctioned for 12 hours, a score of 60; without any band unless
 * `change` gives one.
 */
export function createIssue(
  issuedAt: Temporal.Instant,
  change: (hour: ForecastIssueHour) => Partial<ForecastIssueHour> = () => ({}),
  computedHours = 50,
): ForecastIssue {
  const hours = Array.from({ length: computedHours + 1 }, (_, lead): ForecastIssueHour => {
    const hour: ForecastIssueHour = {
      startMs: issuedAt.epochMilliseconds + lead * hourMs,
      lead,
      carbon: { value: 30, band: null },
      directCarbon: { value: 3, band: null },
      consumptionCarbon: { value: 40, band: null },
      directConsumptionCarbon: { value: 10, band: null },
      price: { value: 50, band: null },
      score: { value: 60, band: null },
      spreads: { lifeCycle: 0.1, direct: 0.1 },
      consumptionSpreads: { lifeCycle: 0.1, direct: 0.1 },
      isPriceAuctioned: lead < 12,
      corrections: { lifeCycle: null, direct: null },
      loadMw: 50_000.5,
      windMw: 5_000,
      solarMw: 0,
      powerMwByType: { NUCLEAR: 40_000, SOLAR: 0, WIND_ONSHORE: 5_000, FOSSIL_GAS: 1_234.5 },
    }
    return { ...hour, ...change(hour) }
  })
  const newestGenerationStartMs = issuedAt.epochMilliseconds - 2 * hourMs
  const newestConsumptionStartMs = issuedAt.epochMilliseconds - 4 * hourMs
  return {
    issuedAt,
    method: 'analog_mix',
    missingInputs: [],
    newestGenerationStartMs,
    consumptionMethod: 'similar_hours',
    newestConsumptionStartMs,
    hours,
  }
}

/** Scale of the errors of made issues. */
const madeScale = computeBandScale(0.1)

/** A number in [−1, 1] for each hour, without pattern and always the same. */
function noise(startMs: number): number {
  const hash = Bun.hash.xxHash32(String(startMs))
  return hash / 2 ** 31 - 1
}

/** Realised values of a generated issue: errors are uniform in ±`width` scales for intensities, and ±10·`width` for price and score. */
export function createActual(startMs: number, width: number) {
  const error = width * noise(startMs)
  return {
    startMs,
    carbon: 30 * Math.exp(madeScale * error),
    directCarbon: 3 * Math.exp(madeScale * error),
    consumptionCarbon: 40 * Math.exp(madeScale * error),
    directConsumptionCarbon: 10 * Math.exp(madeScale * error),
    price: 50 + 10 * error,
    score: 60 + 10 * error,
  }
}

/**
 * Puts hourly made issues `[from, before)` into the archive, all at once: their hours are copies of one issue, and α of every bucket is 0.
 *
 * @param levels of the band of the life-cycle intensity that each hour was issued with
 * @param version 2 has no corrections; those of version 3 change nothing here
 */
export async function addMadeIssues(
  { sql, partitions }: { sql: Sql; partitions: Partitions },
  from: Temporal.Instant,
  before: Temporal.Instant,
  levels: ErrorLevels,
  version: ForecastVersion = 2,
): Promise<void> {
  const months = [from, before, from.add({ hours: 24 * 31 }), from.add({ hours: 24 * 62 })]
  for (const table of ['forecast_issues', 'forecast_issue_hours'] as const) await partitions.ensure(table, months)
  const state = recordFromEntries(forecastQuantities, () =>
    Array.from({ length: 11 }, () => ({ low: null, high: null, alpha: 0, errors: 0 })),
  )
  const band = computeBand(30, 0.1, levels)
  await sql`
    insert into forecast_issues (issued_at, computed_at, forecast_version, score_version, method, missing_inputs, band_levels)
    select issued_at, issued_at, ${version}, ${scoreVersion}, 'analog_mix', '{}', ${JSON.stringify(state)}::text::jsonb
    from generate_series(${from}::timestamptz, ${before}::timestamptz - interval '1 hour', interval '1 hour') as issued_at`
  await sql`
    insert into forecast_issue_hours (issued_at, target_start, carbon, carbon_low, carbon_high, carbon_spread, direct_carbon,
      direct_carbon_spread, consumption_carbon, consumption_carbon_spread, direct_consumption_carbon,
      direct_consumption_carbon_spread, price, score, lead_hours, is_price_auctioned, load_mw, wind_mw, solar_mw, uncorrected_carbon,
      uncorrected_direct_carbon, carbon_same_hour)
    select issued_at, issued_at + lead * interval '1 hour', 30, ${band.low}, ${band.high}, 0.1, 3, 0.1,
      40, 0.1, 10, 0.1, 50, 60, lead, lead < 12,
      50000, 5000, 0, corrected.carbon, corrected.direct_carbon, corrected.carbon
    from generate_series(${from}::timestamptz, ${before}::timestamptz - interval '1 hour', interval '1 hour') as issued_at,
      generate_series(0, 48) as lead, (select case when ${version} = 3 then 30 end, case when ${version} = 3 then 3 end)
      as corrected (carbon, direct_carbon)`
}
