import * as v from 'valibot'
import { described, FiniteNumber, Int32, IsoDate, UtcTimestamp } from '../values/fields.ts'
import { MethodologyVersionSet } from '../values/versions.ts'

export const MixEntry = described(
  v.strictObject({
    productionType: described(v.nullable(v.string()), 'Code of the production type, such as NUCLEAR or WIND_ONSHORE.'),
    valueMW: described(FiniteNumber, 'Mean power in the slot, MW.'),
    sharePct: described(FiniteNumber, 'Share of total generation, %.'),
    isLowCarbon: described(v.boolean(), 'True for nuclear power and renewables.'),
  }),
  'One production type of the generation mix.',
)
export type MixEntry = v.InferOutput<typeof MixEntry>

export const EmissionFactorsMetadata = described(
  v.strictObject({
    source: described(v.nullable(v.string()), 'Official origin of the emission factors.'),
    license: described(v.nullable(v.string()), 'Licence under which the factors may be reused.'),
    lastSyncedAt: described(
      UtcTimestamp,
      'Time of the last successful synchronisation with the database of ADEME, UTC.',
    ),
    mostRecentAdemeModification: described(
      IsoDate,
      'Most recent date on which ADEME changed one of the factors in use.',
    ),
    expiredValidityFactors: described(
      v.nullable(v.array(v.string())),
      'Production types whose factor is past its validity period. Sorted.',
    ),
    fallbackFactors: described(
      v.nullable(v.array(v.string())),
      'Production types that use an older published factor, because the database of ADEME has no current one. Sorted.',
    ),
    unmappedProductionTypes: described(
      v.nullable(v.array(v.string())),
      'Production types of this mix that have no factor; a conservative factor is applied to them.',
    ),
    factorBoundaries: described(
      v.nullable(v.record(v.string(), v.string())),
      'Boundary that the factor of each production type covers. The factors deliberately cover different boundaries.',
    ),
    containsExpiredValidity: described(v.boolean(), 'True when expiredValidityFactors is not empty.'),
    containsFallbackValues: described(v.boolean(), 'True when fallbackFactors is not empty.'),
  }),
  'Origin and known limitations of the emission factors.',
)
export type EmissionFactorsMetadata = v.InferOutput<typeof EmissionFactorsMetadata>

/** Body of `GET /v1/carbon/intensity`. The object is closed and the order of its fields is fixed. Intensities in gCO2eq/kWh, power in MW. */
export const CarbonIntensityResponse = described(
  v.strictObject({
    timestamp: described(
      UtcTimestamp,
      'Time of this response, UTC. The mix describes an earlier hour: see dataSlotStart.',
    ),
    dataSlotStart: described(
      v.nullable(UtcTimestamp),
      'Start of the hour that the values describe, UTC. Null when no complete measured hour is available.',
    ),
    dataSlotEnd: described(
      v.nullable(UtcTimestamp),
      'End of the hour that the values describe, UTC. The operator publishes an hour 1 to 2 hours after its end.',
    ),
    dataAgeMinutes: described(v.nullable(Int32), 'Minutes from dataSlotEnd to timestamp.'),
    totalGenerationMW: described(FiniteNumber, 'Total generation, MW.'),
    lowCarbonPct: described(FiniteNumber, 'Low-carbon share of generation (nuclear and renewables), %.'),
    renewablePct: described(FiniteNumber, 'Renewable share of generation (without nuclear), %.'),
    estimatedGCo2PerKwh: described(
      FiniteNumber,
      'Carbon intensity on the production boundary, gCO2eq/kWh: national generation weighted by emission factors, without imports, exports or losses.',
    ),
    estimatedGCo2PerKwhConsumption: described(
      v.nullable(FiniteNumber),
      'Carbon intensity on the consumption boundary, gCO2eq/kWh: national generation plus imports, each import at the yearly intensity of its country of origin. Until physical flows are published, imports are estimated from commercial exchanges (methodologyVersions.consumption is 2). Null when neither flows nor exchanges, or no country intensities, are available; it is never a copy of the production-boundary value.',
    ),
    consumptionBoundaryDelta: described(
      v.nullable(FiniteNumber),
      'estimatedGCo2PerKwhConsumption minus estimatedGCo2PerKwh, gCO2eq/kWh, calculated from the two rounded values. May be negative. Null when the consumption value is null.',
    ),
    unmappedImportCountries: described(
      v.nullable(v.array(v.string())),
      'Countries that France imported from and whose carbon intensity is unknown; a conservative intensity is applied to their imports. ISO 3166-1 alpha-2 codes, sorted; XX is a border whose country is unknown. Normally empty.',
    ),
    mix: described(v.nullable(v.array(MixEntry)), 'Generation mix of the hour, largest production type first.'),
    methodology: described(v.nullable(v.string()), 'Name of the calculation method.'),
    methodologyVersions: MethodologyVersionSet,
    methodologyVersion: described(Int32, 'Same value as methodologyVersions.carbon; kept for existing integrations.'),
    emissionFactorsSource: EmissionFactorsMetadata,
  }),
  'Carbon intensity of the French grid in the newest published hour, location-based, on both boundaries.',
)
export type CarbonIntensityResponse = v.InferOutput<typeof CarbonIntensityResponse>
