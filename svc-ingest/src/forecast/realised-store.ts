import type { ForecastQuantity } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import type { RealisedByHour } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** Realised values of one hour; null where unknown. */
export type RealisedHour = { startMs: number } & Readonly<Record<ForecastQuantity, number | null>>

/**
 * Stores realised values. A known value is replaced by another one, never by null; a row that would not change is not written.
 *
 * @param hours ascending, so that two programs cannot deadlock
 * @returns how many rows were added or changed
 */
export async function storeRealisedHours(
  sql: Sql,
  hours: readonly RealisedHour[],
  updatedAt: Temporal.Instant,
): Promise<number> {
  const column = (name: keyof RealisedHour) => hours.map((hour) => hour[name])
  const { count } = await sql`
    insert into realised_hours as stored (hour_start, carbon, direct_carbon, price, score, updated_at)
    select to_timestamp(start_ms / 1000), carbon, direct_carbon, price, score, ${updatedAt}
    from unnest(${column('startMs')}::double precision[], ${column('carbon')}::double precision[],
      ${column('directCarbon')}::double precision[], ${column('price')}::double precision[],
      ${column('score')}::double precision[]) as sent (start_ms, carbon, direct_carbon, price, score)
    where num_nonnulls(carbon, direct_carbon, price, score) > 0
    on conflict (hour_start) do update set
      carbon = coalesce(excluded.carbon, stored.carbon), direct_carbon = coalesce(excluded.direct_carbon, stored.direct_carbon),
      price = coalesce(excluded.price, stored.price), score = coalesce(excluded.score, stored.score),
      updated_at = excluded.updated_at
    where (coalesce(excluded.carbon, stored.carbon), coalesce(excluded.direct_carbon, stored.direct_carbon),
      coalesce(excluded.price, stored.price), coalesce(excluded.score, stored.score))
      is distinct from (stored.carbon, stored.direct_carbon, stored.price, stored.score)`
  return count
}

/** Realised values of the hours that begin in `[from, before)`. */
export async function readRealisedHours(
  sql: Sql,
  from: Temporal.Instant,
  before: Temporal.Instant,
): Promise<RealisedByHour> {
  const rows = await sql<RealisedHour[]>`
    select (extract(epoch from hour_start) * 1000)::double precision as start_ms, carbon, direct_carbon, price, score
    from realised_hours where hour_start >= ${from} and hour_start < ${before}`
  return new Map(rows.map((row) => [row.startMs, row]))
}
