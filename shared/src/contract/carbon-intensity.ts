import * as v from 'valibot'
import { FiniteNumber, Int32, IsoDate, UtcTimestamp } from './fields.ts'

/** One production type of the mix of the slot. */
export const MixEntry = v.strictObject({
  productionType: v.nullable(v.string()),
  valueMW: FiniteNumber,
  sharePct: FiniteNumber,
  isLowCarbon: v.boolean(),
})
export type MixEntry = v.InferOutput<typeof MixEntry>

/** Where the emission factors come from, and what is known to be imperfect about them. */
export const EmissionFactorsMetadata = v.strictObject({
  source: v.nullable(v.string()),
  license: v.nullable(v.string()),
  lastSyncedAt: UtcTimestamp,
  mostRecentAdemeModification: IsoDate,
  expiredValidityFactors: v.nullable(v.array(v.string())),
  fallbackFactors: v.nullable(v.array(v.string())),
  unmappedProductionTypes: v.nullable(v.array(v.string())),
  factorBoundaries: v.nullable(v.record(v.string(), v.string())),
  containsExpiredValidity: v.boolean(),
  containsFallbackValues: v.boolean(),
})
export type EmissionFactorsMetadata = v.InferOutput<typeof EmissionFactorsMetadata>

/** Versions of the calculations behind an answer. Clients ignore unknown keys; the product itself sends exactly these. */
export const MethodologyVersionSet = v.strictObject({
  score: Int32,
  carbon: Int32,
  confidence: Int32,
  consumption: v.nullable(Int32),
})
export type MethodologyVersionSet = v.InferOutput<typeof MethodologyVersionSet>

/** Body of `GET /v1/carbon/intensity`: closed, field order as in the interface. Intensities in gCO2eq/kWh, power in MW. */
export const CarbonIntensityResponse = v.strictObject({
  timestamp: UtcTimestamp,
  dataSlotStart: v.nullable(UtcTimestamp),
  dataSlotEnd: v.nullable(UtcTimestamp),
  dataAgeMinutes: v.nullable(Int32),
  totalGenerationMW: FiniteNumber,
  lowCarbonPct: FiniteNumber,
  renewablePct: FiniteNumber,
  estimatedGCo2PerKwh: FiniteNumber,
  estimatedGCo2PerKwhConsumption: v.nullable(FiniteNumber),
  consumptionBoundaryDelta: v.nullable(FiniteNumber),
  unmappedImportCountries: v.nullable(v.array(v.string())),
  mix: v.nullable(v.array(MixEntry)),
  methodology: v.nullable(v.string()),
  methodologyVersions: MethodologyVersionSet,
  methodologyVersion: Int32,
  emissionFactorsSource: EmissionFactorsMetadata,
})
export type CarbonIntensityResponse = v.InferOutput<typeof CarbonIntensityResponse>
