import * as v from 'valibot'
import { described, FiniteNumber, Int32, IsoDate, UtcTimestamp } from './values/fields.ts'
import { MethodologyVersionSet } from './values/versions.ts'

/** One production type of the mix of the slot. */
export const MixEntry = described(
  v.strictObject({
    productionType: described(v.nullable(v.string()), 'Code of the production type, such as NUCLEAR or WIND_ONSHORE.'),
    valueMW: described(FiniteNumber, 'Mean power in the slot, MW.'),
    sharePct: described(FiniteNumber, 'Share of the total production, %.'),
    isLowCarbon: described(v.boolean(), 'True for nuclear power and renewables.'),
  }),
  'One production type of the generation mix.',
)
export type MixEntry = v.InferOutput<typeof MixEntry>

/** Where the emission factors come from, and what is known to be imperfect about them. */
export const EmissionFactorsMetadata = described(
  v.strictObject({
    source: described(v.nullable(v.string()), 'Official origin of the emission factors.'),
    license: described(v.nullable(v.string()), 'Licence under which the factors may be reused.'),
    lastSyncedAt: described(UtcTimestamp, 'Last successful synchronisation with the agency’s database, UTC.'),
    mostRecentAdemeModification: described(
      IsoDate,
      'The most recent date on which the agency changed one of the factors used.',
    ),
    expiredValidityFactors: described(
      v.nullable(v.array(v.string())),
      'Production types whose factor has outlived its validity period. Sorted.',
    ),
    fallbackFactors: described(
      v.nullable(v.array(v.string())),
      'Production types served by an older published value because the database holds none. Sorted.',
    ),
    unmappedProductionTypes: described(
      v.nullable(v.array(v.string())),
      'Production types of this answer’s mix that the factor set does not know; a conservative value was applied to them.',
    ),
    factorBoundaries: described(
      v.nullable(v.record(v.string(), v.string())),
      'Production type → boundary that its factor covers. The set mixes boundaries on purpose.',
    ),
    containsExpiredValidity: described(v.boolean(), 'True when expiredValidityFactors is not empty.'),
    containsFallbackValues: described(v.boolean(), 'True when fallbackFactors is not empty.'),
  }),
  'Provenance of the emission factors, and what is known to be imperfect about them.',
)
export type EmissionFactorsMetadata = v.InferOutput<typeof EmissionFactorsMetadata>

/** Body of `GET /v1/carbon/intensity`: closed, field order as in the interface. Intensities in gCO2eq/kWh, power in MW. */
export const CarbonIntensityResponse = described(
  v.strictObject({
    timestamp: described(
      UtcTimestamp,
      'Instant of this answer, UTC. Not the time that the mix describes: see dataSlotStart.',
    ),
    dataSlotStart: described(
      v.nullable(UtcTimestamp),
      'Start of the hour that is described, UTC. Null when no realised hour could be determined.',
    ),
    dataSlotEnd: described(
      v.nullable(UtcTimestamp),
      'End of the hour that is described, UTC. The publisher is structurally 1 to 2 hours behind.',
    ),
    dataAgeMinutes: described(v.nullable(Int32), 'Minutes from dataSlotEnd to this answer.'),
    totalGenerationMW: described(FiniteNumber, 'Total production, MW.'),
    lowCarbonPct: described(FiniteNumber, 'Low-carbon share of the production (nuclear and renewables), %.'),
    renewablePct: described(FiniteNumber, 'Renewable share of the production (without nuclear), %.'),
    estimatedGCo2PerKwh: described(
      FiniteNumber,
      'Production boundary, gCO2eq/kWh: national production weighted by emission factors, without imports, exports and losses.',
    ),
    estimatedGCo2PerKwhConsumption: described(
      v.nullable(FiniteNumber),
      'Consumption boundary, gCO2eq/kWh: production and imports, each import at the yearly intensity of its country. While physical flows are missing it is estimated by commercial exchanges (methodologyVersions.consumption is 2). Null when flows and exchanges, or intensities, were not available; never a copy of the production boundary.',
    ),
    consumptionBoundaryDelta: described(
      v.nullable(FiniteNumber),
      'estimatedGCo2PerKwhConsumption minus estimatedGCo2PerKwh, gCO2eq/kWh, of the two values as served. May be negative. Null with the consumption value.',
    ),
    unmappedImportCountries: described(
      v.nullable(v.array(v.string())),
      'Countries that France imported from and whose intensity is unknown; a conservative one was applied. ISO-2 codes, sorted; XX stands for a border whose country is not known. Normally empty.',
    ),
    mix: described(v.nullable(v.array(MixEntry)), 'Production mix of the hour, largest first.'),
    methodology: described(v.nullable(v.string()), 'Name of the calculation method.'),
    methodologyVersions: MethodologyVersionSet,
    methodologyVersion: described(Int32, 'Equal to methodologyVersions.carbon; kept for existing integrations.'),
    emissionFactorsSource: EmissionFactorsMetadata,
  }),
  'Carbon intensity of the French grid in the newest published hour, location-based, on both boundaries.',
)
export type CarbonIntensityResponse = v.InferOutput<typeof CarbonIntensityResponse>
