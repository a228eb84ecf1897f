import * as v from 'valibot'
import { EmissionFactorsMetadata } from '../contract/carbon-intensity.ts'
import { FiniteNumber, UtcTimestamp } from '../contract/fields.ts'
import { dataModes } from '../grid/feeds.ts'
import type { CarbonAssessment } from '../methodology/carbon-assessment.ts'
import type { SnapshotKind } from './snapshot-store.ts'

const Assessment: v.GenericSchema<CarbonAssessment> = v.strictObject({
  slotStart: UtcTimestamp,
  slotEnd: UtcTimestamp,
  slotSource: v.picklist(['generation_by_type', 'generation_mix_15min']),
  productionGCo2eqPerKwh: FiniteNumber,
  consumptionGCo2eqPerKwh: v.nullable(FiniteNumber),
  unmappedImportCountries: v.nullable(v.array(v.string())),
  totalGenerationMw: FiniteNumber,
  lowCarbonPct: FiniteNumber,
  renewablePct: FiniteNumber,
  mix: v.array(v.strictObject({ productionType: v.string(), powerMw: FiniteNumber })),
  emissionFactors: EmissionFactorsMetadata,
})

/** The newest carbon assessment, as svc-ingest computes it and svc-carbon serves it. */
export const CarbonSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  assessment: Assessment,
})
export type CarbonSnapshot = v.InferOutput<typeof CarbonSnapshot>

export const carbonSnapshot: SnapshotKind<CarbonSnapshot> = { name: 'carbon', schemaVersion: 1, schema: CarbonSnapshot }
