import { feedIds } from '@hexawatt/shared/grid/feeds'
import type { FeedRecord } from '../points/input-record.ts'
import type { ScorePoint } from '../points/score-point.ts'
import type { StoredPoint } from './stored-point-store.ts'

/** A column of a point, stored and recomputed, as text with every digit. */
export type PointColumn = { name: string; stored: string; recomputed: string }

/** Every column of a point side by side, its list of inputs feed by feed. `computed_at` and `provenance` are not recomputed. */
export function pointColumns(stored: StoredPoint, point: ScorePoint): PointColumn[] {
  return [
    column('price_score_tenths', stored.priceScoreTenths, point.tenths.price),
    column('carbon_score_tenths', stored.carbonScoreTenths, point.tenths.carbon),
    column('grid_score_tenths', stored.gridScoreTenths, point.tenths.grid),
    column('adequacy_score_tenths', stored.adequacyScoreTenths, point.tenths.adequacy),
    column('global_score', stored.globalScore, point.globalScore),
    column('confidence', stored.confidence, point.confidence),
    column('fallbacks', stored.fallbacks.join(' ') || null, point.fallbacks.join(' ') || null),
    column('carbon_slot_start', stored.carbonSlotStart?.toString() ?? null, point.carbon?.slotStart ?? null),
    column('production_g_co2eq_per_kwh', stored.productionGCo2eqPerKwh, point.carbon?.productionGCo2eqPerKwh ?? null),
    column(
      'consumption_g_co2eq_per_kwh',
      stored.consumptionGCo2eqPerKwh,
      point.carbon?.consumptionGCo2eqPerKwh ?? null,
    ),
    column('low_carbon_pct', stored.lowCarbonPct, point.carbon?.lowCarbonPct ?? null),
    column('spot_price_eur_per_mwh', stored.spotPriceEurPerMwh, point.spotPriceEurPerMwh),
    column('score_version', stored.scoreVersion, point.versions.score),
    column('carbon_version', stored.carbonVersion, point.versions.carbon),
    column('confidence_version', stored.confidenceVersion, point.versions.confidence),
    column('consumption_version', stored.consumptionVersion, point.versions.consumption),
    column('factor_set_id', stored.factorSetId, point.factorSetId),
    ...feedIds.map((feed) => column(`inputs.${feed}`, recordText(stored.inputs[feed]), recordText(point.inputs[feed]))),
    column('inputs', Object.keys(stored.inputs).sort().join(' '), Object.keys(point.inputs).sort().join(' ')),
  ].filter(({ name, stored: text, recomputed }) => name !== 'inputs' || text !== recomputed)
}

/** The columns that are not the same on both sides. */
export function differingColumns(columns: readonly PointColumn[]): PointColumn[] {
  return columns.filter(({ stored, recomputed }) => stored !== recomputed)
}

function column(name: string, stored: string | number | null, recomputed: string | number | null): PointColumn {
  return { name, stored: String(stored), recomputed: String(recomputed) }
}

function recordText(record: FeedRecord | undefined): string {
  if (record === undefined) return 'absent'
  const { phi, rows, newestKnownFrom, payloadIds, ...more } = record
  const text = `φ ${phi}, ${rows} rows, newest ${newestKnownFrom ?? '-'}, payloads ${payloadIds.join(',') || '-'}`
  return Object.keys(more).length === 0 ? text : `${text}, ${JSON.stringify(more)}`
}
