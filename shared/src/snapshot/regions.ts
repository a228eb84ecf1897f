import * as v from 'valibot'
import { FiniteNumber, UtcTimestamp } from '../contract/values/fields.ts'
import { dataModes } from '../grid/feeds.ts'
import { publisherIds } from '../grid/publishers.ts'
import { regionCodes } from '../grid/regions.ts'
import type { SnapshotKind } from './snapshot-store.ts'

const Known = v.nullable(FiniteNumber)

const RegionalIntensities = v.strictObject({
  poolGCo2PerKwh: Known,
  gCo2PerKwh: v.pipe(v.array(Known), v.length(regionCodes.length)),
})

/** The newest quarter-hour of the regions before rounding, as svc-ingest computes it and svc-carbon serves it; every region, by code. */
export const RegionsSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  publisher: v.picklist(publisherIds),
  slotStart: UtcTimestamp,
  slotEnd: UtcTimestamp,
  regions: v.pipe(
    v.array(
      v.strictObject({
        code: v.picklist(regionCodes),
        consumptionMw: Known,
        exchangeMw: Known,
        intensity: v.strictObject({
          gCo2eqPerKwh: Known,
          directGCo2PerKwh: Known,
          totalGenerationMw: Known,
          mix: v.array(v.strictObject({ productionType: v.string(), powerMw: Known })),
        }),
      }),
    ),
    v.length(regionCodes.length),
  ),
  /** Intensities of the power that each region consumes, in the order of the regions; null = unknown. */
  consumption: v.strictObject({
    flowsSlotStart: v.nullable(UtcTimestamp),
    exchangeResidualMw: Known,
    lifeCycle: RegionalIntensities,
    direct: RegionalIntensities,
  }),
})
export type RegionsSnapshot = v.InferOutput<typeof RegionsSnapshot>

export const regionsSnapshot: SnapshotKind<RegionsSnapshot> = {
  name: 'regions',
  schemaVersion: 2,
  schema: RegionsSnapshot,
}
