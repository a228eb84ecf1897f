import { weightlessFeedIds } from '@hexawatt/shared/grid/feeds'
import { type TransactionSql, toTimestamps } from '@hexawatt/shared/postgres/client'
import type { SamplePoint } from '../../history/testing/sample-series.ts'

// Statements of svc-ingest of commit d890a1a8, word for word: the version before score version 2, which works next to this one during an upgrade.

/** Stores points of version 1 of the score and rolls them up, as that version does in one transaction. */
export async function addOldPoints(tx: TransactionSql, points: readonly SamplePoint[]): Promise<void> {
  const rows = JSON.stringify(points.map(buildRow))
  const [provenance, computedAt] = ['live', Temporal.Instant.fromEpochMilliseconds(points[0]?.atMs ?? 0)]
  await tx`
    insert into score_points (at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths,
      global_score, confidence, fallbacks, carbon_slot_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh,
      low_carbon_pct, spot_price_eur_per_mwh, score_version, carbon_version, confidence_version, consumption_version,
      factor_set_id, inputs, provenance, computed_at)
    select at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths,
      global_score, confidence, fallbacks, carbon_slot_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh,
      low_carbon_pct, spot_price_eur_per_mwh, score_version, carbon_version, confidence_version, consumption_version,
      factor_set_id, inputs, ${provenance}, ${computedAt}
    from jsonb_populate_recordset(null::score_points, ${rows}::text::jsonb)
    order by at
    on conflict do nothing`
  const ats = points.map(({ atMs }) => Temporal.Instant.fromEpochMilliseconds(atMs))
  await rollUpHours(tx, [...new Set(ats.map(floorToHour))].sort())
  await rollUpDays(tx, [...new Set(ats.map((at) => at.toString().slice(0, 10)))].sort())
}

function buildRow(point: SamplePoint) {
  const [score, carbon, confidence, consumption] = point.versions
  return {
    at: Temporal.Instant.fromEpochMilliseconds(point.atMs).toString(),
    price_score_tenths: point.price,
    carbon_score_tenths: point.carbon,
    grid_score_tenths: point.grid,
    adequacy_score_tenths: point.adequacy,
    global_score: point.globalScore,
    confidence: point.confidence,
    fallbacks: [],
    carbon_slot_start:
      point.carbonSlotStartMs === null
        ? null
        : Temporal.Instant.fromEpochMilliseconds(point.carbonSlotStartMs).toString(),
    production_g_co2eq_per_kwh: point.production,
    consumption_g_co2eq_per_kwh: point.consumption,
    low_carbon_pct: point.lowCarbon,
    spot_price_eur_per_mwh: point.spotPrice,
    score_version: score,
    carbon_version: carbon,
    confidence_version: confidence,
    consumption_version: consumption,
    factor_set_id: null,
    inputs: {},
  }
}

const floorToHour = (at: Temporal.Instant): string =>
  at.round({ smallestUnit: 'hour', roundingMode: 'floor' }).toString()

async function rollUpHours(tx: TransactionSql, hours: readonly string[]): Promise<void> {
  await tx`
    insert into score_hours (hour_start, score_version, carbon_version, confidence_version, consumption_version, samples,
      price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths, confidence_sum, optimal_samples,
      carbon_samples, carbon_hundredths, low_carbon_hundredths, carbon_slot_start,
      consumption_samples, consumption_hundredths, delta_hundredths, spot_price_samples, spot_price_hundredths,
      backfilled_samples, late_feed_samples)
    select hour.start, score_version, carbon_version, confidence_version, coalesce(consumption_version, 0), count(*),
      sum(price_score_tenths), sum(carbon_score_tenths), sum(grid_score_tenths), sum(adequacy_score_tenths),
      sum(confidence), count(*) filter (where global_score >= 70),
      count(production_hundredths), coalesce(sum(production_hundredths), 0),
      coalesce(sum(low_carbon_hundredths), 0), max(carbon_slot_start),
      count(consumption_hundredths), coalesce(sum(consumption_hundredths), 0),
      coalesce(sum(consumption_hundredths - production_hundredths), 0),
      count(spot_price_eur_per_mwh), coalesce(sum(spot_price_hundredths), 0),
      count(*) filter (where provenance = 'backfilled'), count(*) filter (where counts_late_feed(inputs - ${weightlessFeedIds}::text[], confidence_version))
    from unnest(${hours}::timestamptz[]) as hour (start)
    join score_points on at >= hour.start and at < hour.start + interval '1 hour'
    cross join lateral (
      select round((production_g_co2eq_per_kwh::text::numeric * 100)::float8::text::numeric) as production_hundredths,
        round((consumption_g_co2eq_per_kwh::text::numeric * 100)::float8::text::numeric) as consumption_hundredths,
        round((low_carbon_pct::text::numeric * 100)::float8::text::numeric) as low_carbon_hundredths,
        round((spot_price_eur_per_mwh::text::numeric * 100)::float8::text::numeric) as spot_price_hundredths
    ) as rounded
    group by 1, 2, 3, 4, 5
    on conflict (hour_start, score_version, carbon_version, confidence_version, consumption_version) do update set
      samples = excluded.samples, price_score_tenths = excluded.price_score_tenths,
      carbon_score_tenths = excluded.carbon_score_tenths, grid_score_tenths = excluded.grid_score_tenths,
      adequacy_score_tenths = excluded.adequacy_score_tenths, confidence_sum = excluded.confidence_sum,
      optimal_samples = excluded.optimal_samples, carbon_samples = excluded.carbon_samples,
      carbon_hundredths = excluded.carbon_hundredths, low_carbon_hundredths = excluded.low_carbon_hundredths,
      carbon_slot_start = excluded.carbon_slot_start, consumption_samples = excluded.consumption_samples,
      consumption_hundredths = excluded.consumption_hundredths, delta_hundredths = excluded.delta_hundredths,
      spot_price_samples = excluded.spot_price_samples, spot_price_hundredths = excluded.spot_price_hundredths,
      backfilled_samples = excluded.backfilled_samples, late_feed_samples = excluded.late_feed_samples`
}

async function rollUpDays(tx: TransactionSql, days: readonly string[]): Promise<void> {
  const starts = toTimestamps(days.map((day) => Temporal.Instant.from(`${day}T00:00:00Z`)))
  await tx`
    insert into score_days (day, points, carbon_points, consumption_points, first_at, first_carbon_at,
      first_consumption_at, last_at, revision, backfilled_points, first_live_at)
    select (day.start at time zone 'UTC')::date, count(*), count(production_g_co2eq_per_kwh),
      count(consumption_g_co2eq_per_kwh), min(at), min(at) filter (where production_g_co2eq_per_kwh is not null),
      min(at) filter (where consumption_g_co2eq_per_kwh is not null), max(at), nextval('score_day_revision'),
      count(*) filter (where provenance = 'backfilled'), min(at) filter (where provenance = 'live')
    from unnest(${starts}::timestamptz[]) as day (start)
    join score_points on at >= day.start and at < day.start + interval '1 day'
    group by day.start
    on conflict (day) do update set points = excluded.points, carbon_points = excluded.carbon_points,
      consumption_points = excluded.consumption_points, first_at = excluded.first_at,
      first_carbon_at = excluded.first_carbon_at, first_consumption_at = excluded.first_consumption_at,
      last_at = excluded.last_at, revision = excluded.revision, backfilled_points = excluded.backfilled_points,
      first_live_at = excluded.first_live_at`
}

/** Stores a realised hour; the score is one for all points of the hour. */
export async function storeOldRealisedHour(
  sql: TransactionSql,
  hour: { startMs: number; carbon: number; directCarbon: number; price: number; score: number },
  updatedAt: Temporal.Instant,
): Promise<void> {
  const column = (name: keyof typeof hour) => [hour[name]]
  await sql`
    insert into realised_hours as stored (hour_start, carbon, direct_carbon, price, score, updated_at)
    select to_timestamp(start_ms / 1000), carbon, direct_carbon, price, score, ${updatedAt}
    from unnest(${column('startMs')}::double precision[], ${column('carbon')}::double precision[],
      ${column('directCarbon')}::double precision[], ${column('price')}::double precision[],
      ${column('score')}::double precision[]) as sent (start_ms, carbon, direct_carbon, price, score)
    where num_nonnulls(carbon, direct_carbon, price, score) > 0
    on conflict (hour_start) do update set
      carbon = coalesce(excluded.carbon, stored.carbon), direct_carbon = coalesce(excluded.direct_carbon, stored.direct_carbon),
      price = coalesce(excluded.price, stored.price), score = coalesce(excluded.score, stored.score),
      updated_at = excluded.updated_at
    where (coalesce(excluded.carbon, stored.carbon), coalesce(excluded.direct_carbon, stored.direct_carbon),
      coalesce(excluded.price, stored.price), coalesce(excluded.score, stored.score))
      is distinct from (stored.carbon, stored.direct_carbon, stored.price, stored.score)`
}
