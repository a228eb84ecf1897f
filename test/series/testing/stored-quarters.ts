import type { Sql } from '@hexawatt/shared/postgres/client'

/** Intensity of a made-up quarter-hour, g/kWh: different in each, with three decimals. */
export const productionAt = (startMs: number): number => 20 + ((startMs / 900_000) % 997) / 16
export const directAt = (startMs: number): number => productionAt(startMs) / 2

/** Stores the quarter-hours of `[from, to)` that are not stored yet, as svc-ingest would have computed them. */
export async function addQuarters(sql: Sql, from: string, to: string, finality = 2): Promise<void> {
  await sql`
    insert into carbon_quarters (slot_start, generation_mw, production_g_co2eq_per_kwh, direct_g_co2eq_per_kwh, mix_finality,
      carbon_version, updated_at)
    select at, 50000, 20 + (extract(epoch from at)::bigint / 900 % 997) / 16.0,
      (20 + (extract(epoch from at)::bigint / 900 % 997) / 16.0) / 2, ${finality}, 1, '2026-02-01T00:00:00Z'
    from generate_series(${from}::text::timestamptz, ${to}::text::timestamptz - interval '15 minutes', interval '15 minutes') as at
    on conflict do nothing`
}
