import type { Finality } from '@hexawatt/shared/methodology/mix-finality'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'

/** Values of an hour as they are stored; null where unknown. */
export type HourValues = {
  startMs: number
  productionGCo2eqPerKwh: number | null
  consumptionGCo2eqPerKwh: number | null
  directGCo2eqPerKwh: number | null
  eurPerMwh: number | null
  /** 1 blue, 2 white, 3 red. */
  tempoColor: number | null
  carbonVersion: number | null
  consumptionVersion: number | null
  /** Null without a production value. */
  mixFinality: Finality | null
  /** `kind/name` of each source, sorted. */
  sources: readonly string[]
}

/** Stored values of the hours from `firstMs` to `lastMs`, by their start, ms. */
export async function readHourValues(
  tx: TransactionSql,
  firstMs: number,
  lastMs: number,
): Promise<Map<number, HourValues>> {
  const rows = await tx<HourValues[]>`
    select extract(epoch from hour_start)::double precision * 1000 as start_ms,
      production_g_co2eq_per_kwh as "productionGCo2eqPerKwh", consumption_g_co2eq_per_kwh as "consumptionGCo2eqPerKwh",
      direct_g_co2eq_per_kwh as "directGCo2eqPerKwh", eur_per_mwh, tempo_color, carbon_version, consumption_version, mix_finality,
      sources
    from hour_values
    where hour_start between to_timestamp(${firstMs / 1000}::double precision) and to_timestamp(${lastMs / 1000}::double precision)`
  return new Map(rows.map((row) => [row.startMs, row]))
}

/** Adds or replaces rows. */
export async function storeHourValues(
  tx: TransactionSql,
  hours: readonly HourValues[],
  updatedAt: Temporal.Instant,
): Promise<void> {
  if (hours.length === 0) return
  const column = <Name extends keyof HourValues>(name: Name) => hours.map((hour) => hour[name])
  await tx`
    insert into hour_values (hour_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh, direct_g_co2eq_per_kwh,
      eur_per_mwh, tempo_color, carbon_version, consumption_version, mix_finality, sources, updated_at)
    select to_timestamp(start_ms / 1000), production, consumption, direct, price, color, carbon_version, consumption_version,
      mix_finality, array(select jsonb_array_elements_text(sources::jsonb)), ${updatedAt}
    from unnest(${column('startMs')}::double precision[], ${column('productionGCo2eqPerKwh')}::double precision[],
      ${column('consumptionGCo2eqPerKwh')}::double precision[], ${column('directGCo2eqPerKwh')}::double precision[],
      ${column('eurPerMwh')}::double precision[], ${column('tempoColor')}::smallint[], ${column('carbonVersion')}::smallint[],
      ${column('consumptionVersion')}::smallint[], ${column('mixFinality')}::smallint[], ${hours.map(({ sources }) => JSON.stringify(sources))}::text[])
      as sent (start_ms, production, consumption, direct, price, color, carbon_version, consumption_version, mix_finality, sources)
    on conflict (hour_start) do update set
      (production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh, direct_g_co2eq_per_kwh, eur_per_mwh, tempo_color,
        carbon_version, consumption_version, mix_finality, sources, updated_at)
      = (excluded.production_g_co2eq_per_kwh, excluded.consumption_g_co2eq_per_kwh, excluded.direct_g_co2eq_per_kwh,
        excluded.eur_per_mwh, excluded.tempo_color, excluded.carbon_version, excluded.consumption_version, excluded.mix_finality, excluded.sources,
        excluded.updated_at)`
}
