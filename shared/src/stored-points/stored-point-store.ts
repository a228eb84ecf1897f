import type { Dimension } from '../contract/dimensions.ts'
import type { FeedId } from '../grid/feeds.ts'
import type { Sql } from '../postgres/client.ts'
import type { FeedRecord } from './input-record.ts'

/** Every column of a stored point. */
export type StoredPoint = {
  at: Temporal.Instant
  priceScoreTenths: number
  carbonScoreTenths: number
  gridScoreTenths: number
  adequacyScoreTenths: number
  globalScore: number
  confidence: number
  fallbacks: Dimension[]
  carbonSlotStart: Temporal.Instant | null
  productionGCo2eqPerKwh: number | null
  consumptionGCo2eqPerKwh: number | null
  lowCarbonPct: number | null
  spotPriceEurPerMwh: number | null
  scoreVersion: number
  /** Set of known dimensions; null for version 1 of the score. */
  knownDimensions: number | null
  carbonVersion: number
  confidenceVersion: number
  consumptionVersion: number | null
  factorSetId: string | null
  inputs: Partial<Record<FeedId, FeedRecord>>
  provenance: 'live' | 'backfilled'
  computedAt: Temporal.Instant
}

/** The stored point of an instant; null when there is none. */
export async function readStoredPoint(sql: Sql, at: Temporal.Instant): Promise<StoredPoint | null> {
  // As text: the driver would rename the feeds in it.
  const [row] = await sql<(Omit<StoredPoint, 'inputs'> & { inputsText: string })[]>`
    select at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths, global_score, confidence,
      fallbacks, carbon_slot_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh, low_carbon_pct,
      spot_price_eur_per_mwh, score_version, known_dimensions, carbon_version, confidence_version, consumption_version, factor_set_id,
      inputs::text as inputs_text, provenance, computed_at
    from score_points where at = ${at}`
  if (row === undefined) return null
  const { inputsText, ...point } = row
  return { ...point, inputs: JSON.parse(inputsText) }
}
