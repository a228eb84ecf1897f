import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { toGCo2eqPerKwhByType } from '@hexawatt/shared/methodology/emission-factors'
import {
  assessRegionalConsumption,
  assessRegions,
  findFlowsOfSlot,
  findFlowsSpan,
  type SlotConsumption,
  toPowerBySeries,
} from '@hexawatt/shared/methodology/imports/regional-slot'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { type RegionsSnapshot, regionsSnapshot } from '@hexawatt/shared/snapshot/regions'
import type { SnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import { readConsumptionHours } from '@hexawatt/shared/stored-hours/consumption-hour-store'
import { readFactorSet } from '@hexawatt/shared/stored-rows/references-store'
import { readRegionalRows, type StoredRegionalRow } from '@hexawatt/shared/stored-rows/regions/regional-rows-store'
import { readSlotValues } from '@hexawatt/shared/stored-rows/stored-rows-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'

type RegionsDeps = { sql: Sql; clock: Clock; snapshots: SnapshotWriter; mode: DataMode }

/** A quarter-hour of which more regions are known is preferred to a newer one, within so much of the newest one, ms. */
const preferredWithinMs = hourMs

/**
 * Writes the newest quarter-hour of the regions as their snapshot: of those within an hour of the newest, the one of which most intensities are known, and
 * of equal ones the newest. Without rows that may still be served, or without emission factors, the former snapshot stays.
 */
export async function refreshRegions({ sql, clock, snapshots, mode }: RegionsDeps): Promise<void> {
  const now = clock.now()
  const span = { from: now.subtract({ minutes: maxAgeMinutes.intensity + 15 }), to: now }
  const rows = await readRegionalRows(sql, span, now)
  const newest = rows.at(-1)
  if (newest === undefined) return
  const from = newest.slotStart.subtract({ milliseconds: preferredWithinMs })
  const [factorSet, nationalMix, flows] = await Promise.all([
    readFactorSet(sql, now),
    readSlotValues(sql, { feed: 'generation_mix_15min', from, to: newest.slotEnd }, now),
    readConsumptionHours(sql, findFlowsSpan(from.epochMilliseconds, now.epochMilliseconds), now),
  ])
  if (factorSet === null) return
  const gCo2eqPerKwhByType = toGCo2eqPerKwhByType(factorSet)
  const nationalBySlot = Map.groupBy(nationalMix, ({ slotStart }) => slotStart.epochMilliseconds)
  const slots = [...Map.groupBy(rows, ({ slotStart }) => slotStart.epochMilliseconds)]
    .filter(([startMs]) => startMs >= from.epochMilliseconds)
    .map(([startMs, ofSlot]) => {
      const nationalMwBySeries = toPowerBySeries(nationalBySlot.get(startMs) ?? [])
      return buildSlot(ofSlot, { nationalMwBySeries, gCo2eqPerKwhByType })
    })
  const best = slots.reduce((chosen, slot) => (slot.known >= chosen.known ? slot : chosen))
  const flowsOfSlot = findFlowsOfSlot(flows, best.slotStart.epochMilliseconds, now.epochMilliseconds)
  const snapshot: RegionsSnapshot = {
    mode,
    computedAt: isoSeconds(now),
    publisher: best.publisher,
    slotStart: isoSeconds(best.slotStart),
    slotEnd: isoSeconds(best.slotEnd),
    regions: best.regions,
    consumption: presentConsumption(assessRegionalConsumption(best.regions, flowsOfSlot)),
  }
  await snapshots.write(regionsSnapshot, snapshot, now)
}

/** Every region of a quarter-hour, and of how many the intensity is known. */
function buildSlot(rows: readonly StoredRegionalRow[], basis: Parameters<typeof assessRegions>[1]) {
  const [first] = rows
  if (first === undefined) throw new Error('a quarter-hour without rows')
  const { slotStart, slotEnd, publisher } = first
  const regions = assessRegions(rows, basis)
  const known = regions.filter(({ intensity }) => intensity.gCo2eqPerKwh !== null).length
  return { slotStart, slotEnd, publisher, known, regions }
}

function presentConsumption({ flowsStartMs, exchangeResidualMw, byRule }: SlotConsumption) {
  const flowsSlotStart = flowsStartMs === null ? null : isoSeconds(Temporal.Instant.fromEpochMilliseconds(flowsStartMs))
  return { flowsSlotStart, exchangeResidualMw, ...byRule }
}
