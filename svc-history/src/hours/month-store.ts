import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { takeOnlyRow } from '../points/store-reading.ts'

/** Stored values of one hour, its start in ms. */
export type StoredHour = readonly [
  startMs: number,
  productionGCo2eqPerKwh: number | null,
  consumptionGCo2eqPerKwh: number | null,
  directGCo2eqPerKwh: number | null,
  eurPerMwh: number | null,
  tempoColor: number | null,
  carbonVersion: number | null,
  consumptionVersion: number | null,
  sources: readonly string[],
]

export type StoredMonth = {
  /** The stamp of the database; null when nothing was ever stored. */
  mode: DataMode | null
  /** Whether hours of the month wait for a computation. */
  isPending: boolean
  /** Hours of which a value is known, oldest first. */
  hours: readonly StoredHour[]
}

/** Reads the hours of a span in one statement. */
export async function readMonth(sql: Sql, from: Temporal.Instant, to: Temporal.Instant): Promise<StoredMonth> {
  const rows = await sql<(Omit<StoredMonth, 'hours'> & { hours: string })[]>`
    select (select mode from data_stamp) as mode,
      exists (select from hour_requests where first_hour < ${to} and last_hour >= ${from}) as is_pending,
      (select coalesce(json_agg(json_build_array(extract(epoch from hour_start)::bigint * 1000, production_g_co2eq_per_kwh,
        consumption_g_co2eq_per_kwh, direct_g_co2eq_per_kwh, eur_per_mwh, tempo_color, carbon_version, consumption_version,
        sources) order by hour_start), '[]') from hour_values where hour_start >= ${from} and hour_start < ${to})::text as hours`
  const { hours, ...month } = takeOnlyRow(rows)
  return { ...month, hours: JSON.parse(hours) }
}
