import type { CarbonAssessment } from '../methodology/carbon-assessment.ts'
import type { BorderHour, ConsumptionHour } from '../methodology/imports/consumption-hour.ts'
import type { Finality } from '../methodology/mix-finality.ts'
import type { Fragment, Statements } from '../postgres/client.ts'
import { readTuples, selectMsColumn } from '../postgres/tuples-store.ts'

/** Facts about an hour next to its consumption-based intensity. */
export type ConsumptionFacts = {
  /** Consumption value of the same hour with yearly intensities of the neighbours, gCO2eq/kWh; null = unknown. */
  yearlyGCo2eqPerKwh: number | null
  /** Feed of the French mix. */
  mixSource: CarbonAssessment['slotSource']
  mixFinality: Finality
  methodologyVersion: number
}

/** A stored version of an hour; `knownFromMs` is when it was computed. */
export type StoredConsumptionHour = ConsumptionHour & ConsumptionFacts & { knownFromMs: number }

/** A border as it is stored: an object would take twice the room. */
type StoredBorder = readonly [
  country: string,
  netImportMw: number | null,
  lifeCycle: number | null,
  direct: number | null,
  basis: BorderHour['basis'],
  sourceStartMs: number | null,
]

/** Packs a border for the column `borders`. */
export function packBorder({ country, netImportMw, gCo2PerKwhByRule, basis, sourceStartMs }: BorderHour): StoredBorder {
  return [country, netImportMw, gCo2PerKwhByRule.lifeCycle, gCo2PerKwhByRule.direct, basis, sourceStartMs]
}

function unpackBorder([country, netImportMw, lifeCycle, direct, basis, sourceStartMs]: StoredBorder): BorderHour {
  return { country, netImportMw, gCo2PerKwhByRule: { lifeCycle, direct }, basis, sourceStartMs }
}

type Row = readonly [
  startMs: number,
  knownMs: number,
  productionMw: number,
  productionKgLifeCycle: number,
  productionKgDirect: number,
  borders: StoredBorder[],
  importMw: number | null,
  tonnesLifeCycle: number | null,
  tonnesDirect: number | null,
  exportsMw: number | null,
  domesticShare: number | null,
  lifeCycle: number | null,
  direct: number | null,
  yearly: number | null,
  mixSource: ConsumptionFacts['mixSource'],
  mixFinality: Finality,
  methodologyVersion: number,
]

/** The hours that begin in `[fromMs, toMs)`, each in the newest version known at an instant, in ascending order. An hour that was never computed is absent. */
export function readConsumptionHours(
  sql: Statements,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  at: Temporal.Instant,
): Promise<StoredConsumptionHour[]> {
  return readHours(
    sql,
    sql`
      select distinct on (hour_start) * from consumption_hours
      where hour_start >= to_timestamp(${fromMs / 1000}::double precision)
        and hour_start < to_timestamp(${toMs / 1000}::double precision) and known_from <= ${at}
      order by hour_start, known_from desc`,
  )
}

/** The newest hour after an instant whose intensity is known, in the newest version known at `at`; null when there is none. */
export async function readNewestConsumptionHour(
  sql: Statements,
  after: Temporal.Instant,
  at: Temporal.Instant,
): Promise<StoredConsumptionHour | null> {
  const [newest] = await readHours(
    sql,
    sql`
      select * from (
        select distinct on (hour_start) * from consumption_hours
        where hour_start > ${after} and hour_start < ${at} and known_from <= ${at}
        order by hour_start desc, known_from desc
      ) newest
      where life_cycle_g_co2eq_per_kwh is not null and direct_g_co2_per_kwh is not null
      order by hour_start desc limit 1`,
  )
  return newest ?? null
}

/** Whether a version of an hour that begins in `[from, to)` is stored. */
export async function hasConsumptionHour(
  sql: Statements,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<boolean> {
  const rows = await sql`select from consumption_hours where hour_start >= ${from} and hour_start < ${to} limit 1`
  return rows.length > 0
}

async function readHours(sql: Statements, rows: Fragment): Promise<StoredConsumptionHour[]> {
  const columns = sql`
    ${selectMsColumn(sql, 'hour_start')}, ${selectMsColumn(sql, 'known_from')}, array_agg(production_mw),
    array_agg(production_kg_life_cycle), array_agg(production_kg_direct), array_agg(borders), array_agg(import_mw),
    array_agg(imported_tonnes_life_cycle), array_agg(imported_tonnes_direct), array_agg(exports_mw),
    array_agg(domestic_share), array_agg(life_cycle_g_co2eq_per_kwh), array_agg(direct_g_co2_per_kwh),
    array_agg(yearly_g_co2eq_per_kwh), array_agg(mix_source), array_agg(mix_finality), array_agg(methodology_version)`
  return (await readTuples<Row>(sql, columns, rows)).map(toStoredHour)
}

function toStoredHour(row: Row): StoredConsumptionHour {
  const [startMs, knownFromMs, productionMw, kgLifeCycle, kgDirect, borders, importMw, tonnesLifeCycle, tonnesDirect] =
    row
  const [, , , , , , , , , exportsMw, domesticShare, lifeCycle, direct, yearlyGCo2eqPerKwh, ...facts] = row
  const [mixSource, mixFinality, methodologyVersion] = facts
  return {
    startMs,
    productionMw,
    productionKgPerHour: { lifeCycle: kgLifeCycle, direct: kgDirect },
    borders: borders.map(unpackBorder),
    importMw,
    importedTonnesPerHour: { lifeCycle: tonnesLifeCycle, direct: tonnesDirect },
    exportsMw,
    domesticShare,
    intensity: { lifeCycle, direct },
    yearlyGCo2eqPerKwh,
    mixSource,
    mixFinality,
    methodologyVersion,
    knownFromMs,
  }
}
