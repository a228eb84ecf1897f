import { weightlessFeedIds } from '@hexawatt/shared/grid/feeds'
import { type TransactionSql, toTimestamps } from '@hexawatt/shared/postgres/client'

/**
 * Recomputes the partial sums of every hour, and the row of every day, with one of these points: everything by set of versions, and the sub-scores since
 * version 2 of the score once more by set of known dimensions. It runs in the transaction that
 * stored them, so that history, analytics and points agree. Running it twice changes only the revisions of the days.
 *
 * A double is cast to a decimal through its text (a direct cast keeps 15 digits), and 100 times it back to a double before it is
 * rounded, as the API rounds: 25.564999999999998, one bit below a half, is served as 25.57 and summed as 25.57.
 */
export async function rollUp(tx: TransactionSql, points: readonly Temporal.Instant[]): Promise<void> {
  if (points.length === 0) return
  const days = [...new Set(points.map((at) => at.toString().slice(0, 10)))].sort()
  await lockDays(tx, days)
  const hours = [...new Set(points.map(floorToHour))].sort()
  await rollUpHours(tx, hours)
  await rollUpSets(tx, hours)
  await rollUpDays(tx, days)
}

/**
 * Serialises the writers of one day: else the points of another transaction would be missing from the sums. Locks are taken in the order of the
 * days, so that two writers cannot deadlock.
 */
async function lockDays(tx: TransactionSql, days: readonly string[]): Promise<void> {
  for (const day of days) await tx`select pg_advisory_xact_lock(hashtext(${`score day ${day}`}))`
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

/** Sums of the sub-scores by set of known dimensions; points of version 1 have no set, and their sums are those of `score_hours`. */
async function rollUpSets(tx: TransactionSql, hours: readonly string[]): Promise<void> {
  await tx`
    insert into score_set_hours (hour_start, score_version, known_dimensions, samples, price_score_tenths, carbon_score_tenths,
      grid_score_tenths, adequacy_score_tenths)
    select hour.start, score_version, known_dimensions, count(*), sum(price_score_tenths), sum(carbon_score_tenths),
      sum(grid_score_tenths), sum(adequacy_score_tenths)
    from unnest(${hours}::timestamptz[]) as hour (start)
    join score_points on at >= hour.start and at < hour.start + interval '1 hour'
    where known_dimensions is not null
    group by 1, 2, 3
    on conflict (hour_start, score_version, known_dimensions) do update set samples = excluded.samples,
      price_score_tenths = excluded.price_score_tenths, carbon_score_tenths = excluded.carbon_score_tenths,
      grid_score_tenths = excluded.grid_score_tenths, adequacy_score_tenths = excluded.adequacy_score_tenths`
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
