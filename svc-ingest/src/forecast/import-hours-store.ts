import { type ImportHour, importHistoryDays } from '@hexawatt/shared/methodology/imports/consumption-forecast'
import { hourlyConsumptionVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readTuples, selectMsColumn } from '@hexawatt/shared/postgres/tuples-store'
import { hourStart } from '@hexawatt/shared/time/instant'

type Row = readonly [
  startMs: number,
  importMw: number,
  tonnesLifeCycle: number,
  tonnesDirect: number,
  lifeCycle: number,
  direct: number,
  productionMw: number,
  productionKgLifeCycle: number,
  productionKgDirect: number,
]

/**
 * The hours that begin in `[from, before)` whose imports are known, each in the newest version known at an instant, ascending. Only numbers are read, not what
 * they were made of: a forecast reads 860 hours.
 */
export async function readImportHours(
  sql: Sql,
  { from, before }: { from: Temporal.Instant; before: Temporal.Instant },
  at: Temporal.Instant,
): Promise<ImportHour[]> {
  const columns = sql`${selectMsColumn(sql, 'hour_start')}, array_agg(import_mw), array_agg(imported_tonnes_life_cycle),
    array_agg(imported_tonnes_direct), array_agg(life_cycle_g_co2eq_per_kwh), array_agg(direct_g_co2_per_kwh),
    array_agg(production_mw), array_agg(production_kg_life_cycle), array_agg(production_kg_direct)`
  const known = sql`
    select * from (
      select distinct on (hour_start) hour_start, import_mw, imported_tonnes_life_cycle, imported_tonnes_direct,
        life_cycle_g_co2eq_per_kwh, direct_g_co2_per_kwh, production_mw, production_kg_life_cycle, production_kg_direct
      from consumption_hours
      where hour_start >= ${from} and hour_start < ${before} and known_from <= ${at}
        and methodology_version = ${hourlyConsumptionVersion}
      order by hour_start, known_from desc
    ) newest
    where num_nulls(import_mw, imported_tonnes_life_cycle, imported_tonnes_direct, life_cycle_g_co2eq_per_kwh,
      direct_g_co2_per_kwh) = 0
    order by hour_start`
  const rows = await readTuples<Row>(sql, columns, known)
  return rows.map((row): ImportHour => {
    const [startMs, importMw, tonnesLifeCycle, tonnesDirect, lifeCycle, direct, productionMw, kgLifeCycle, kgDirect] =
      row
    return {
      startMs,
      importMw,
      importedTonnesPerHour: { lifeCycle: tonnesLifeCycle, direct: tonnesDirect },
      gCo2PerKwhByRule: { lifeCycle, direct },
      productionGCo2PerKwhByRule: { lifeCycle: kgLifeCycle / productionMw, direct: kgDirect / productionMw },
    }
  })
}

const findHistorySpan = (at: Temporal.Instant) => {
  return { from: hourStart(at).subtract({ hours: 24 * importHistoryDays }), before: hourStart(at) }
}

/** The hours that the forecast of an instant rests on. */
export function readImportHistory(sql: Sql, at: Temporal.Instant): Promise<ImportHour[]> {
  return readImportHours(sql, findHistorySpan(at), at)
}

/**
 * Makes the reader of the hours that live forecasts rest on. They are read again only when a version was added, which the index tells: an hour has some ten
 * versions, and each refresh of the snapshots asks.
 */
export function createImportHistoryReader(sql: Sql): (at: Temporal.Instant) => Promise<ImportHour[]> {
  let cached: { key: string; hours: ImportHour[] } | null = null
  return async (at) => {
    const { from, before } = findHistorySpan(at)
    const [known] = await sql<{ versions: number; newest: Temporal.Instant | null }[]>`
      select count(*)::int as versions, max(known_from) as newest from consumption_hours
      where hour_start >= ${from} and hour_start < ${before} and known_from <= ${at}`
    const key = `${before} ${known?.versions} ${known?.newest}`
    if (cached?.key !== key) cached = { key, hours: await readImportHistory(sql, at) }
    return cached.hours
  }
}
