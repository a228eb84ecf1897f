import * as v from 'valibot'
import { publisherIds } from '../../grid/publishers.ts'
import { neighbourBases } from '../carbon/carbon-consumption.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'

const number = (text: string) => described(FiniteNumber, text)
const optionalNumber = (text: string) => described(v.nullable(FiniteNumber), text)

export const ExplainedMixTerm = described(
  v.strictObject({
    productionType: described(v.string(), 'Code of the production type, such as NUCLEAR or FOSSIL_PEAT.'),
    powerMW: number('Mean power in the hour, MW; a negative value counts as 0.'),
    gCo2PerKwh: number('Life-cycle emission factor, gCO2eq/kWh.'),
    directGCo2PerKwh: number('Direct emission factor, gCO2eq/kWh.'),
  }),
  'One production type of a mix, with both emission factors.',
)

export const ExplainedMix = described(
  v.strictObject({
    terms: described(v.array(ExplainedMixTerm), 'Production types, the largest first.'),
    sumPowerMW: number('Sum of powerMW, MW.'),
    sumEmissionsKg: number('Sum of powerMW times gCo2PerKwh, kgCO2eq of the hour.'),
    sumDirectEmissionsKg: number('Sum of powerMW times directGCo2PerKwh, kgCO2eq of the hour.'),
  }),
  'Production of a country in an hour.',
)

/** Origins of a border's intensity, more exact than its basis. */
export const importOrigins = ['mix', 'archive_mean', 'published_year', 'highest_neighbour'] as const

export const ExplainedImport = described(
  v.strictObject({
    country: described(
      v.string(),
      'ISO 3166-1 alpha-2 code of the neighbour; XX is a border whose country is unknown.',
    ),
    netImportMW: optionalNumber(
      'Inflow minus outflow in the hour, MW; negative when France exports. Null when unknown.',
    ),
    countedMW: optionalNumber('netImportMW when it is positive, otherwise 0. Null when unknown.'),
    basis: described(
      v.nullable(v.picklist(neighbourBases)),
      'Basis of the intensity, as in /v1/carbon/consumption. Null when nothing is known of the neighbour.',
    ),
    origin: described(
      v.nullable(v.picklist(importOrigins)),
      'mix: the mix below, of mixHour; archive_mean: the mean of the complete hours of the 365 days before; published_year: the yearly intensity of the country; highest_neighbour: the country has none, and the highest one of the neighbours applies. Null when basis is null.',
    ),
    mixHour: described(v.nullable(UtcTimestamp), 'Start of the hour of the mix, UTC. Null unless origin is mix.'),
    mix: described(v.nullable(ExplainedMix), 'Mix of the neighbour in mixHour. Null unless origin is mix.'),
    year: described(v.nullable(Int32), 'Year of the yearly intensity. Null unless origin is published_year.'),
    vintage: described(
      v.nullable(v.string()),
      'Release from which the yearly intensity was read. Null unless origin is published_year.',
    ),
    gCo2PerKwh: optionalNumber(
      'Life-cycle intensity, unrounded, gCO2eq/kWh: of a mix, sumEmissionsKg divided by sumPowerMW.',
    ),
    directGCo2PerKwh: optionalNumber('Direct intensity, unrounded, gCO2eq/kWh.'),
  }),
  'A border in the sums of the hour.',
)

export const ExplainedSource = described(
  v.strictObject({
    content: described(
      v.string(),
      'Feed of the rows, such as physical_flows, or neighbour_generation/ and the code of the country.',
    ),
    payloadId: described(v.pipe(v.number(), v.safeInteger()), 'Number of the archived payload.'),
    publisher: described(v.picklist(publisherIds), 'Publisher of the payload.'),
    knownFrom: described(UtcTimestamp, 'When the newest of the rows became known, UTC.'),
  }),
  'An archived payload behind the hour.',
)

/** How `GET /v1/carbon/consumption` computed an hour (docs/methodology/consumption.md). */
export const ExplainedHour = described(
  v.strictObject({
    slotStart: described(UtcTimestamp, 'Start of the hour, UTC.'),
    slotEnd: described(UtcTimestamp, 'End of the hour, UTC.'),
    issuedAt: described(UtcTimestamp, 'When this version of the hour was computed, UTC.'),
    methodologyVersion: described(Int32, 'Version of the calculation.'),
    feed: described(v.picklist(['generation_by_type', 'generation_mix_15min']), 'Feed of the French mix.'),
    production: ExplainedMix,
    borders: described(v.array(ExplainedImport), 'Borders in the order of the sums.'),
    importedMW: optionalNumber('Sum of countedMW, MW. Null while a border is unknown.'),
    importedEmissionsKg: optionalNumber('Sum of countedMW times gCo2PerKwh of the borders, kgCO2eq.'),
    importedDirectEmissionsKg: optionalNumber('Sum of countedMW times directGCo2PerKwh of the borders, kgCO2eq.'),
    domesticShare: optionalNumber('production.sumPowerMW divided by the sum of it and importedMW, unrounded.'),
    unroundedGCo2PerKwh: optionalNumber(
      'production.sumEmissionsKg plus importedEmissionsKg, divided by production.sumPowerMW plus importedMW, gCO2eq/kWh.',
    ),
    gCo2PerKwh: optionalNumber('The same with two decimals, as /v1/carbon/consumption returns it.'),
    unroundedDirectGCo2PerKwh: optionalNumber('The same with direct emissions, gCO2eq/kWh.'),
    directGCo2PerKwh: optionalNumber('The same with two decimals.'),
    sources: described(
      v.array(ExplainedSource),
      'Payloads of the rows of the French mix, the flows and the mixes above. The hours behind an archive_mean are not listed.',
    ),
  }),
  'Consumption-based intensity of an hour, term by term.',
)
export type ExplainedHour = v.InferOutput<typeof ExplainedHour>
