import * as v from 'valibot'
import { described, FiniteNumber, Int32, IsoDate, UtcTimestamp } from '../values/fields.ts'

const number = (text: string) => described(FiniteNumber, text)

/** Whether a factor is in force: a word in place of a null that a reader would have to interpret. */
export const factorValidities = ['valid', 'unlimited', 'expired', 'fallback', 'unmapped'] as const

export const ExplainedFactor = described(
  v.strictObject({
    gCo2PerKwh: number('Emission factor, gCO2eq/kWh.'),
    elementId: described(
      v.nullable(v.string()),
      'Element of the database of ADEME. Null for a value that is not in the database (validity is fallback or unmapped).',
    ),
    name: described(v.string(), 'Name of the element; in other cases, what the value is.'),
    boundary: described(v.string(), 'Boundary that the factor covers, as the database names it.'),
    modifiedOn: described(
      v.nullable(IsoDate),
      'Date on which the element was last changed. Null when elementId is null.',
    ),
    validUntil: described(
      v.nullable(IsoDate),
      'Last day of the validity of the element. Null when the database gives none (validity unlimited), or elementId is null.',
    ),
    validity: described(
      v.picklist(factorValidities),
      'valid; unlimited: the database gives no end; expired: validUntil is before the Paris day of at, and the database has no newer element; fallback: an older published value, because the database has no current element; unmapped: a conservative value for a production type without a factor.',
    ),
  }),
  'An emission factor with its reference.',
)

export const ExplainedGeneration = described(
  v.strictObject({
    productionType: described(v.string(), 'Code of the production type, such as NUCLEAR or WIND_ONSHORE.'),
    powerMW: number('Mean power in the hour, MW; a negative value counts as 0.'),
    factor: ExplainedFactor,
    emissionsKg: number('powerMW times factor.gCo2PerKwh: kgCO2eq of the hour.'),
  }),
  'A term of the production sum.',
)

export const ExplainedProduction = described(
  v.strictObject({
    terms: described(v.array(ExplainedGeneration), 'Terms of the sums, in their order.'),
    sumPowerMW: number('Sum of powerMW, MW.'),
    sumEmissionsKg: number('Sum of emissionsKg, kgCO2eq.'),
    unroundedGCo2PerKwh: number('sumEmissionsKg divided by sumPowerMW, gCO2eq/kWh.'),
    gCo2PerKwh: number('unroundedGCo2PerKwh with two decimals, as the other endpoints return it.'),
  }),
  'Carbon intensity on the production boundary.',
)

export const importValuations = ['yearly', 'highest_neighbour'] as const

export const ExplainedBorder = described(
  v.strictObject({
    country: described(
      v.string(),
      'ISO 3166-1 alpha-2 code of the neighbour; XX is a border whose country is unknown.',
    ),
    netImportMW: number('Inflow minus outflow in the hour, MW; negative when France exports.'),
    countedMW: number('netImportMW when it is positive, otherwise 0.'),
    gCo2PerKwh: number('Intensity of the country, gCO2eq/kWh.'),
    valuation: described(
      v.picklist(importValuations),
      'yearly: the newest yearly intensity of the country that was known and is not after the year of the hour; highest_neighbour: the country has none, and the highest one of the neighbours of France applies.',
    ),
    year: described(v.nullable(Int32), 'Year of the intensity. Null when valuation is highest_neighbour.'),
    vintage: described(
      v.nullable(v.string()),
      'Release of the publisher from which the intensity was read. Null when valuation is highest_neighbour.',
    ),
    emissionsKg: number('countedMW times gCo2PerKwh: kgCO2eq of the hour.'),
  }),
  'Net import from a neighbour.',
)

export const ExplainedJointExchange = described(
  v.strictObject({
    countries: described(v.array(v.string()), 'The countries whose exchanges are published only as one joint figure.'),
    powerMW: number('Joint net import, MW.'),
    shares: described(v.array(FiniteNumber), 'Share of each country, in the order of countries.'),
    shareHour: described(
      UtcTimestamp,
      'Start of the hour whose physical flows give the shares: the newest with an import from either country.',
    ),
  }),
  'A joint exchange with two countries, and how it was divided.',
)

export const importSources = ['physical_flows', 'total_exchanges', 'day_ahead_schedules'] as const

export const ExplainedConsumption = described(
  v.strictObject({
    basis: described(
      v.picklist(importSources),
      'Origin of the net imports: physical_flows; while flows of the hour are missing, total_exchanges (all commercial exchanges agreed by the time of delivery) or day_ahead_schedules, both of the feed exchange_schedules.',
    ),
    isEstimate: described(v.boolean(), 'True unless basis is physical_flows.'),
    missingBorders: described(
      v.array(v.string()),
      'Countries whose physical flow of the hour was missing: why the imports are estimated. Sorted.',
    ),
    jointExchanges: described(v.array(ExplainedJointExchange), 'Divided joint exchanges; empty when there is none.'),
    borders: described(v.array(ExplainedBorder), 'Net imports, in the order of the sums.'),
    importedMW: number('Sum of countedMW, MW.'),
    importedEmissionsKg: number('Sum of emissionsKg of borders, kgCO2eq.'),
    sumPowerMW: number('production.sumPowerMW plus importedMW, MW.'),
    sumEmissionsKg: number('production.sumEmissionsKg plus importedEmissionsKg, kgCO2eq.'),
    unroundedGCo2PerKwh: number('sumEmissionsKg divided by sumPowerMW, gCO2eq/kWh.'),
    gCo2PerKwh: number('unroundedGCo2PerKwh with two decimals, as the other endpoints return it.'),
    boundaryDelta: number('gCo2PerKwh minus production.gCo2PerKwh, both rounded, gCO2eq/kWh.'),
  }),
  'Carbon intensity on the consumption boundary.',
)

export const ExplainedFactorSet = described(
  v.strictObject({
    id: described(v.string(), 'Number of the factor set in this installation.'),
    source: described(v.string(), 'Database of the factors.'),
    databaseVersion: described(v.string(), 'Version of the database.'),
    license: described(v.string(), 'Licence under which the factors may be reused.'),
  }),
  'The set of emission factors in force.',
)

export const ExplainedCarbon = described(
  v.strictObject({
    slotStart: described(UtcTimestamp, 'Start of the hour that both intensities describe, UTC.'),
    slotEnd: described(UtcTimestamp, 'End of the hour, UTC.'),
    feed: described(
      v.picklist(['generation_by_type', 'generation_mix_15min']),
      'Feed of the mix: the hourly feed, or the mean of four quarter-hours while the hourly feed is late.',
    ),
    factorSet: ExplainedFactorSet,
    production: ExplainedProduction,
    consumption: described(
      v.nullable(ExplainedConsumption),
      'Consumption boundary; null when imports are unknown: see consumptionMissing.',
    ),
    consumptionMissing: described(v.nullable(v.string()), 'Why consumption is null. Null when it is not.'),
  }),
  'Both carbon intensities of an hour, term by term.',
)
export type ExplainedCarbon = v.InferOutput<typeof ExplainedCarbon>
