import type { ScoredSlot } from '@hexawatt/shared/methodology/score/score-slot'
import { scoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import {
  type ScorePoint,
  type SubScoreTenths,
  toKnownColumn,
  toSubScoreTenths,
} from '@hexawatt/shared/stored-points/score-point'
import type { Span } from '@hexawatt/shared/stored-rows/span'

/** Whether the point of an instant is stored. */
export async function hasScorePoint(sql: Sql, at: Temporal.Instant): Promise<boolean> {
  const rows = await sql`select 1 from score_points where at = ${at}`
  return rows.length > 0
}

/** `live`: computed at its tick. `backfilled`: computed later, from stored feed data as it was known at the tick. */
export type PointProvenance = 'live' | 'backfilled'

/**
 * Adds points whose instants have none yet; stored points stay.
 *
 * @returns the instants of the points that were added
 */
export async function addScorePoints(
  tx: TransactionSql,
  points: readonly ScorePoint[],
  provenance: PointProvenance,
  computedAt: Temporal.Instant,
): Promise<Temporal.Instant[]> {
  const rows = JSON.stringify(points.map(buildPointRow))
  const added = await tx<{ at: Temporal.Instant }[]>`
    insert into score_points (at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths,
      global_score, confidence, fallbacks, carbon_slot_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh,
      low_carbon_pct, spot_price_eur_per_mwh, score_version, known_dimensions, carbon_version, confidence_version,
      consumption_version, factor_set_id, inputs, provenance, computed_at)
    select at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths,
      global_score, confidence, fallbacks, carbon_slot_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh,
      low_carbon_pct, spot_price_eur_per_mwh, score_version, known_dimensions, carbon_version, confidence_version,
      consumption_version, factor_set_id, inputs, ${provenance}, ${computedAt}
    from jsonb_populate_recordset(null::score_points, ${rows}::text::jsonb)
    order by at
    on conflict do nothing
    returning at`
  return added.map(({ at }) => at)
}

/** A point as the columns of its table. JSON keeps every digit of a double. */
export function buildPointRow({ at, tenths, known, carbon, versions, ...point }: ScorePoint) {
  return {
    at: at.toString(),
    price_score_tenths: tenths.price,
    carbon_score_tenths: tenths.carbon,
    grid_score_tenths: tenths.grid,
    adequacy_score_tenths: tenths.adequacy,
    global_score: point.globalScore,
    confidence: point.confidence,
    fallbacks: point.fallbacks,
    carbon_slot_start: carbon?.slotStart ?? null,
    production_g_co2eq_per_kwh: carbon?.productionGCo2eqPerKwh ?? null,
    consumption_g_co2eq_per_kwh: carbon?.consumptionGCo2eqPerKwh ?? null,
    low_carbon_pct: carbon?.lowCarbonPct ?? null,
    spot_price_eur_per_mwh: point.spotPriceEurPerMwh,
    score_version: versions.score,
    known_dimensions: toKnownColumn(versions.score, known),
    carbon_version: versions.carbon,
    confidence_version: versions.confidence,
    consumption_version: versions.consumption,
    factor_set_id: point.factorSetId,
    inputs: point.inputs,
  }
}

/** Tick of the newest point up to an instant; null when there is none. */
export async function readNewestPointAt(sql: Sql, now: Temporal.Instant): Promise<Temporal.Instant | null> {
  const [row] = await sql<{ at: Temporal.Instant }[]>`
    select at from score_points where at <= ${now} order by at desc limit 1`
  return row?.at ?? null
}

/** Ticks of a span that have a point, ms since the epoch. */
export async function readStoredTicks(sql: Sql, { startMs, endMs }: Span): Promise<ReadonlySet<number>> {
  const rows = await sql<{ atMs: number }[]>`
    select (extract(epoch from at) * 1000)::double precision as at_ms from score_points
    where at >= to_timestamp(${startMs / 1000}::double precision) and at < to_timestamp(${endMs / 1000}::double precision)`
  return new Set(rows.map(({ atMs }) => atMs))
}

/** Tick of the oldest point of the series; null when there is none. */
export async function readFirstTick(sql: Sql): Promise<Temporal.Instant | null> {
  const [row] = await sql<{ at: Temporal.Instant }[]>`select at from score_points order by at limit 1`
  return row?.at ?? null
}

/**
 * Archives a forecast, hour by hour; the first of `slots` has a lead of 1. Archived hours stay.
 *
 * @returns how many hours were added
 */
export async function addForecastPoints(
  tx: TransactionSql,
  issuedAt: Temporal.Instant,
  slots: readonly ScoredSlot[],
): Promise<number> {
  const tenths = slots.map(({ subScores }) => toSubScoreTenths(subScores))
  const column = (dimension: keyof SubScoreTenths) => tenths.map((scores) => scores[dimension])
  const result = await tx`
    insert into forecast_points (issued_at, lead_hours, slot_start, price_score_tenths, carbon_score_tenths,
      grid_score_tenths, adequacy_score_tenths, known_dimensions, confidence, spot_price_eur_per_mwh, g_co2eq_per_kwh)
    select ${issuedAt}, position, to_timestamp(start_ms / 1000), price, carbon, grid, adequacy, known, confidence, spot_price, grams
    from unnest(
      ${slots.map(({ startMs }) => startMs)}::double precision[],
      ${column('price')}::smallint[],
      ${column('carbon')}::smallint[],
      ${column('grid')}::smallint[],
      ${column('adequacy')}::smallint[],
      ${slots.map(({ known }) => toKnownColumn(scoreVersion, known))}::smallint[],
      ${slots.map(({ confidence }) => confidence)}::smallint[],
      ${slots.map(({ spotPriceEurPerMwh }) => spotPriceEurPerMwh)}::double precision[],
      ${slots.map(({ gCo2eqPerKwh }) => gCo2eqPerKwh)}::double precision[]
    ) with ordinality as sent (start_ms, price, carbon, grid, adequacy, known, confidence, spot_price, grams, position)
    on conflict do nothing`
  return result.count
}
