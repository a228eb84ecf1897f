import type { Finality } from '@hexawatt/shared/methodology/mix-finality'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'

/** Values of a quarter-hour as they are stored; intensities and power are null where the mix is not complete. */
export type CarbonQuarter = {
  startMs: number
  generationMw: number | null
  productionGCo2eqPerKwh: number | null
  directGCo2eqPerKwh: number | null
  mixFinality: Finality
  carbonVersion: number
}

/** Stored quarter-hours that begin from `firstMs` to before `endMs`, by their start, ms. */
export async function readCarbonQuarters(
  tx: TransactionSql,
  firstMs: number,
  endMs: number,
): Promise<Map<number, CarbonQuarter>> {
  const rows = await tx<CarbonQuarter[]>`
    select extract(epoch from slot_start)::double precision * 1000 as start_ms, generation_mw,
      production_g_co2eq_per_kwh as "productionGCo2eqPerKwh", direct_g_co2eq_per_kwh as "directGCo2eqPerKwh", mix_finality, carbon_version
    from carbon_quarters
    where slot_start >= to_timestamp(${firstMs / 1000}::double precision)
      and slot_start < to_timestamp(${endMs / 1000}::double precision)`
  return new Map(rows.map((row) => [row.startMs, row]))
}

/** Adds or replaces rows. */
export async function storeCarbonQuarters(
  tx: TransactionSql,
  quarters: readonly CarbonQuarter[],
  updatedAt: Temporal.Instant,
): Promise<void> {
  if (quarters.length === 0) return
  const column = <Name extends keyof CarbonQuarter>(name: Name) => quarters.map((quarter) => quarter[name])
  await tx`
    insert into carbon_quarters (slot_start, generation_mw, production_g_co2eq_per_kwh, direct_g_co2eq_per_kwh, mix_finality,
      carbon_version, updated_at)
    select to_timestamp(start_ms / 1000), generation, production, direct, finality, version, ${updatedAt}
    from unnest(${column('startMs')}::double precision[], ${column('generationMw')}::double precision[],
      ${column('productionGCo2eqPerKwh')}::double precision[], ${column('directGCo2eqPerKwh')}::double precision[],
      ${column('mixFinality')}::smallint[], ${column('carbonVersion')}::smallint[])
      as sent (start_ms, generation, production, direct, finality, version)
    on conflict (slot_start) do update set
      (generation_mw, production_g_co2eq_per_kwh, direct_g_co2eq_per_kwh, mix_finality, carbon_version, updated_at)
      = (excluded.generation_mw, excluded.production_g_co2eq_per_kwh, excluded.direct_g_co2eq_per_kwh, excluded.mix_finality,
        excluded.carbon_version, excluded.updated_at)`
}
