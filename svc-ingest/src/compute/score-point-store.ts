import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import type { ScorePoint } from './score-point.ts'

/** Whether the point of an instant is stored. */
export async function hasScorePoint(sql: Sql, at: Temporal.Instant): Promise<boolean> {
  const rows = await sql`select 1 from score_points where at = ${at}`
  return rows.length > 0
}

/**
 * Adds a point, computed live, unless its instant has one: the first one stays.
 *
 * @returns whether it was added
 */
export async function addScorePoint(
  tx: TransactionSql,
  point: ScorePoint,
  computedAt: Temporal.Instant,
): Promise<boolean> {
  const { tenths, carbon, versions } = point
  const result = await tx`
    insert into score_points (at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths,
      global_score, confidence, fallbacks, carbon_slot_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh,
      low_carbon_pct, spot_price_eur_per_mwh, score_version, carbon_version, confidence_version, consumption_version,
      factor_set_id, inputs, provenance, computed_at)
    values (${point.at}, ${tenths.price}, ${tenths.carbon}, ${tenths.grid}, ${tenths.adequacy},
      ${point.globalScore}, ${point.confidence}, ${point.fallbacks}::text[], ${carbon?.slotStart ?? null}::text::timestamptz,
      ${carbon?.productionGCo2eqPerKwh ?? null}, ${carbon?.consumptionGCo2eqPerKwh ?? null},
      ${carbon?.lowCarbonPct ?? null}, ${point.spotPriceEurPerMwh}, ${versions.score}, ${versions.carbon},
      ${versions.confidence}, ${versions.consumption}, ${point.factorSetId},
      ${JSON.stringify(point.inputs)}::text::jsonb, 'live', ${computedAt})
    on conflict do nothing`
  return result.count > 0
}
