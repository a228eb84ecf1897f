import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { type RegionalPowerMw, regionalQuantities, regions } from '@hexawatt/shared/grid/regions'
import { sumPowerByType } from '@hexawatt/shared/methodology/carbon-assessment'
import { toGCo2eqPerKwhByType } from '@hexawatt/shared/methodology/emission-factors'
import {
  computeRegionalIntensity,
  type RegionalBasis,
  type RegionalIntensity,
} from '@hexawatt/shared/methodology/regional-intensity'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { type RegionsSnapshot, regionsSnapshot } from '@hexawatt/shared/snapshot/regions'
import type { SnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import { readFactorSet } from '@hexawatt/shared/stored-rows/references-store'
import { readSlotValues, type StoredValue } from '@hexawatt/shared/stored-rows/stored-rows-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { readRegionalRows, type StoredRegionalRow } from './regional-value-store.ts'

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
  const [factorSet, nationalMix] = await Promise.all([
    readFactorSet(sql, now),
    readSlotValues(sql, { feed: 'generation_mix_15min', from, to: newest.slotEnd }, now),
  ])
  if (factorSet === null) return
  const factors = toGCo2eqPerKwhByType(factorSet)
  const nationalBySlot = Map.groupBy(nationalMix, ({ slotStart }) => slotStart.epochMilliseconds)
  const slots = [...Map.groupBy(rows, ({ slotStart }) => slotStart.epochMilliseconds)]
    .filter(([startMs]) => startMs >= from.epochMilliseconds)
    .map(([startMs, ofSlot]) => buildSlot(ofSlot, chooseBasis(nationalBySlot.get(startMs) ?? [], factors)))
  const best = slots.reduce((chosen, slot) => (slot.known >= chosen.known ? slot : chosen))
  const snapshot: RegionsSnapshot = {
    mode,
    computedAt: isoSeconds(now),
    publisher: best.publisher,
    slotStart: isoSeconds(best.slotStart),
    slotEnd: isoSeconds(best.slotEnd),
    regions: best.regions,
  }
  await snapshots.write(regionsSnapshot, snapshot, now)
}

function chooseBasis(
  nationalMix: readonly StoredValue[],
  gCo2eqPerKwh: RegionalBasis['gCo2eqPerKwhByType'],
): RegionalBasis {
  const bySeries = Object.fromEntries(nationalMix.map(({ series, value }) => [series, value]))
  return { nationalMw: sumPowerByType(bySeries), gCo2eqPerKwhByType: gCo2eqPerKwh }
}

const nothingKnown: RegionalPowerMw = recordFromEntries(regionalQuantities, () => null)

/** Every region of a quarter-hour, and of how many the intensity is known. */
function buildSlot(rows: readonly StoredRegionalRow[], basis: RegionalBasis) {
  const [first] = rows
  if (first === undefined) throw new Error('a quarter-hour without rows')
  const { slotStart, slotEnd, publisher } = first
  const ofSlot = regions.map(({ code, hasNuclear }) => {
    const row = rows.find(({ region }) => region === code)
    const powerMw = row?.powerMw ?? nothingKnown
    // Without a row nothing is known of a region, its missing nuclear plants included.
    const intensity: RegionalIntensity = computeRegionalIntensity(powerMw, basis, hasNuclear || row === undefined)
    return { code, consumptionMw: powerMw.consumption, exchangeMw: powerMw.exchange, intensity }
  })
  const known = ofSlot.filter(({ intensity }) => intensity.gCo2eqPerKwh !== null).length
  return { slotStart, slotEnd, publisher, known, regions: ofSlot }
}
