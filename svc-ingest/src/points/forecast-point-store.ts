import type { ScoredSlot } from '@hexawatt/shared/methodology/score/score-slot'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import { type SubScoreTenths, subScoreTenths } from './score-point.ts'

/**
 * Archives a forecast, hour by hour; the first of `slots` has a lead of 1. An hour that is archived stays as it is.
 *
 * @returns how many hours were added
 */
export async function addForecastPoints(
  tx: TransactionSql,
  issuedAt: Temporal.Instant,
  slots: readonly ScoredSlot[],
): Promise<number> {
  const tenths = slots.map(({ subScores }) => subScoreTenths(subScores))
  const column = (dimension: keyof SubScoreTenths) => tenths.map((scores) => scores[dimension])
  const result = await tx`
    insert into forecast_points (issued_at, lead_hours, slot_start, price_score_tenths, carbon_score_tenths,
      grid_score_tenths, adequacy_score_tenths, confidence, spot_price_eur_per_mwh, g_co2eq_per_kwh)
    select ${issuedAt}, position, to_timestamp(start_ms / 1000), price, carbon, grid, adequacy, confidence, spot_price, grams
    from unnest(
      ${slots.map(({ startMs }) => startMs)}::double precision[],
      ${column('price')}::smallint[],
      ${column('carbon')}::smallint[],
      ${column('grid')}::smallint[],
      ${column('adequacy')}::smallint[],
      ${slots.map(({ confidence }) => confidence)}::smallint[],
      ${slots.map(({ spotPriceEurPerMwh }) => spotPriceEurPerMwh)}::double precision[],
      ${slots.map(({ gCo2eqPerKwh }) => gCo2eqPerKwh)}::double precision[]
    ) with ordinality as sent (start_ms, price, carbon, grid, adequacy, confidence, spot_price, grams, position)
    on conflict do nothing`
  return result.count
}
