import type { Sql } from '@hexawatt/shared/postgres/client'

/** Stores a version of every hour of a span that has none, without borders: for tests of which hours are served, not of their values. */
export async function addPlainHours(sql: Sql, from: string, to: string): Promise<void> {
  await sql`
    insert into consumption_hours (hour_start, known_from, production_mw, production_kg_life_cycle, production_kg_direct,
      borders, import_mw, imported_tonnes_life_cycle, imported_tonnes_direct, exports_mw, domestic_share,
      life_cycle_g_co2eq_per_kwh, direct_g_co2_per_kwh, yearly_g_co2eq_per_kwh, mix_source, mix_finality, methodology_version)
    select hour, hour + interval '3 hours', 50000, 1e6, 5e5, '[]', 0, 0, 0, 0, 1, 20, 10, 20, 'generation_by_type', 2, 1
    from generate_series(${from}::text::timestamptz, ${to}::text::timestamptz - interval '1 hour', '1 hour') hour
    where not exists (select from consumption_hours where hour_start = hour)`
}
