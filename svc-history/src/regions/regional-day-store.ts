import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { FactorSet } from '@hexawatt/shared/methodology/emission-factors'
import { findFlowsSpan, type NationalFlows } from '@hexawatt/shared/methodology/imports/regional-slot'
import type { Sql, Statements } from '@hexawatt/shared/postgres/client'
import { readConsumptionHours } from '@hexawatt/shared/stored-hours/consumption-hour-store'
import { readFactorSet } from '@hexawatt/shared/stored-rows/references-store'
import { readRegionalRows, type StoredRegionalRow } from '@hexawatt/shared/stored-rows/regions/regional-rows-store'
import { readSlotValues, type StoredValue } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { readInOneSnapshot, takeOnlyRow } from '../points/store-reading.ts'

/** Everything that the regions of a day are computed from. */
export type StoredDay = {
  /** The stamp of the database; null when nothing was ever stored. */
  mode: DataMode | null
  /** Newest versions, by slot and region. */
  rows: readonly StoredRegionalRow[]
  /** Newest versions of the national quarter-hourly mix. */
  nationalMix: readonly StoredValue[]
  flows: readonly NationalFlows[]
  /** Null before the seed is in place. */
  factorSet: FactorSet | null
}

type DaySpan = { from: Temporal.Instant; to: Temporal.Instant }

/** Reads the newest versions behind the quarter-hours of a Paris day, in one snapshot of the database. */
export function readDay(sql: Sql, { from, to }: DaySpan, now: Temporal.Instant): Promise<StoredDay> {
  const flowsSpan = findFlowsSpan(from.epochMilliseconds, to.epochMilliseconds)
  return readInOneSnapshot(sql, async (snapshot) => {
    const [mode, rows, nationalMix, flows, factorSet] = await Promise.all([
      readMode(snapshot),
      readRegionalRows(snapshot, { from, to }, now),
      readSlotValues(snapshot, { feed: 'generation_mix_15min', from, to }, now),
      readConsumptionHours(snapshot, flowsSpan, now),
      readFactorSet(snapshot, now),
    ])
    return { mode, rows, nationalMix, flows, factorSet }
  })
}

async function readMode(sql: Statements): Promise<DataMode | null> {
  return takeOnlyRow(await sql<{ mode: DataMode | null }[]>`select (select mode from data_stamp) as mode`).mode
}

/** Whether a figure of any region is stored for a quarter-hour that begins in `[from, to)`. */
export async function hasRegionalRowBetween(sql: Sql, from: Temporal.Instant, to: Temporal.Instant): Promise<boolean> {
  const rows = await sql<{ isStored: boolean }[]>`
    select exists (select from regional_values where slot_start >= ${from} and slot_start < ${to}) as is_stored`
  return takeOnlyRow(rows).isStored
}
