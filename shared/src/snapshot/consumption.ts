import * as v from 'valibot'
import { neighbourBases } from '../contract/carbon/carbon-consumption.ts'
import { ExplainedHour } from '../contract/explanation/explained-imports.ts'
import { FiniteNumber, Int32, UtcTimestamp } from '../contract/values/fields.ts'
import { dataModes } from '../grid/feeds.ts'
import type { StoredConsumptionHour } from '../stored-hours/consumption-hour-store.ts'
import type { SnapshotKind } from './snapshot-store.ts'

const Known = v.nullable(FiniteNumber)
const KnownByRule = v.strictObject({ lifeCycle: Known, direct: Known })

const Hour: v.GenericSchema<StoredConsumptionHour> = v.strictObject({
  startMs: FiniteNumber,
  knownFromMs: FiniteNumber,
  productionMw: FiniteNumber,
  productionKgPerHour: v.strictObject({ lifeCycle: FiniteNumber, direct: FiniteNumber }),
  borders: v.array(
    v.strictObject({
      country: v.string(),
      netImportMw: Known,
      gCo2PerKwhByRule: KnownByRule,
      basis: v.nullable(v.picklist(neighbourBases)),
      sourceStartMs: Known,
    }),
  ),
  importMw: Known,
  importedTonnesPerHour: KnownByRule,
  exportsMw: Known,
  domesticShare: Known,
  intensity: KnownByRule,
  yearlyGCo2eqPerKwh: Known,
  mixSource: v.picklist(['generation_by_type', 'generation_mix_15min']),
  mixFinality: v.picklist([0, 1, 2]),
  methodologyVersion: Int32,
})

/** The newest hour whose flows are known at all borders, as svc-ingest computes it and svc-carbon serves it. */
export const ConsumptionSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  hour: Hour,
  /** Null when the stored rows no longer give the hour. */
  explained: v.nullable(ExplainedHour),
})
export type ConsumptionSnapshot = v.InferOutput<typeof ConsumptionSnapshot>

export const consumptionSnapshot: SnapshotKind<ConsumptionSnapshot> = {
  name: 'consumption',
  schemaVersion: 1,
  schema: ConsumptionSnapshot,
}
