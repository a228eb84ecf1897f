import { sourceIds } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** Whether every source has been fetched and stored at least once. */
export async function isEverythingStored(sql: Sql): Promise<boolean> {
  const sources: string[] = [...sourceIds]
  const [row] = await sql<{ stored: number }[]>`
    select count(*)::int as stored from source_status where last_success_at is not null and source = any(${sources})`
  return row?.stored === sources.length
}

/**
 * Whether every source has been fetched and stored, and what changed with it is recomputed: the live snapshots follow the note
 * of a success by a moment.
 */
export async function isEverythingRecomputed(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ left: number }[]>`select count(*)::int as left from recomputations`
  return row?.left === 0 && (await isEverythingStored(sql))
}

/**
 * Every row of every table that a run fills, without the columns that say when and by which payload it came: two runs that
 * learnt the same are equal. Points and forecasts are left out: they depend on the values known at a tick of the clock, and two runs live
 * through different ticks; `score-points.test.ts` breaks them off in the middle.
 */
export async function storedTables(sql: Sql): Promise<Record<string, string>> {
  const [row] = await sql<Record<string, string>[]>`
    select
      (select count(*) || ' ' || md5(string_agg(concat_ws('|', feed, series, slot_start, slot_end, value), ','
        order by feed, series, slot_start, value)) from feed_values) as feed_values,
      (select count(*) || ' ' || md5(string_agg(concat_ws('|', feed, key, valid_from, valid_to, body), ','
        order by feed, key, body::text)) from feed_documents) as feed_documents,
      (select count(*) || ' ' || coalesce(md5(string_agg(concat_ws('|', feed, series, slot_start, value, reason), ','
        order by feed, series, slot_start)), '') from quarantined_values) as quarantined_values,
      (select count(*) || ' ' || md5(string_agg(concat_ws('|', country, year, g_co2eq_per_kwh), ','
        order by country, year, g_co2eq_per_kwh)) from country_intensities) as country_intensities,
      (select count(*) || ' ' || md5(string_agg(factors::text, ',' order by id)) from emission_factor_sets) as factor_sets,
      (select count(*) || '' from recomputations) as recomputations`
  return { ...row }
}

/** Lets the minimum interval between two calls of a source pass: the next start may ask every source again. */
export async function letMinimumIntervalPass(sql: Sql): Promise<void> {
  await sql`delete from source_calls`
}

/**
 * Lets no program process requested recomputations until it is called back: how many were requested can be compared only while none is done, and a
 * slow run would do some.
 *
 * @returns lets them again
 */
export async function holdRevisions(sql: Sql): Promise<() => Promise<void>> {
  const connection = await sql.reserve()
  await connection`select pg_advisory_lock(hashtext('revise points'))`
  return async () => {
    await connection`select pg_advisory_unlock(hashtext('revise points'))`
    connection.release()
  }
}
