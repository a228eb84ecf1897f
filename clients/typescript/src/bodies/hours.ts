import type { TariffColor } from './grid.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Carbon intensity of the electricity consumed in France in one hour, location-based, with the imports of that hour. */
export type CarbonConsumption = {
  /** Start of the hour that the values describe, UTC. */
  slotStart: string
  /** End of the hour that the values describe, UTC. */
  slotEnd: string
  /** When this version of the hour was computed, UTC. A new version is computed whenever a published value changes. */
  issuedAt: string
  /** Carbon intensity of the electricity consumed in France, with life-cycle factors, gCO2eq/kWh: production and the net imports of each border at the intensity of the neighbour in that hour. Null while a border is unknown. */
  gCo2PerKwh: number | null
  /** The same with direct emission factors, gCO2eq/kWh. Null when gCo2PerKwh is null. */
  directGCo2PerKwh: number | null
  /** Share of French production in production plus imports, from 0 to 1. Null while a border is unknown. */
  domesticShare: number | null
  /** The six neighbours in the order of their codes, then any further border. */
  imports: ConsumptionImport[]
  /** Sum of the net exports of all exporting borders, MW. Exports carry the mix of the country and do not change the intensity. Null while a border is unknown. */
  exportsMW: number | null
  /** True when the values are no longer expected to change: the French mix is consolidated, and the hour ended at least 14 days ago. */
  final: boolean
  /** Version of the calculation. */
  methodologyVersion: number
  yearlyMethod: ConsumptionByYearlyMethod
}

/** One border of France in one hour. */
export type ConsumptionImport = {
  /** ISO 3166-1 alpha-2 code of the neighbour (DE includes Luxembourg); XX is a border whose country is unknown. */
  country: string
  /** Net physical flow into France in the hour, over all cables and both directions, MW; negative when France exports. Null while a flow of the border is unknown. */
  netImportMW: number | null
  /** Carbon intensity of the production of the neighbour with life-cycle factors, gCO2eq/kWh, whether or not France imports. Null when nothing is known of the neighbour. */
  gCo2PerKwh: number | null
  /** The same with direct emission factors, gCO2eq/kWh. With basis year and less than 30 days of stored mixes it equals gCo2PerKwh, because the yearly value is published for the life cycle only. */
  directGCo2PerKwh: number | null
  /** Mix behind the intensity. hour: the mix of the hour; week: the mix of the same UTC hour on the newest of the seven days before that has one; year: a yearly value. Null without an intensity. */
  basis: 'hour' | 'week' | 'year' | null
}

/** The value of the other method of this API, for comparison. */
export type ConsumptionByYearlyMethod = {
  /** Consumption boundary of the same hour with yearly intensities of the neighbours, gCO2eq/kWh: the method of /v1/carbon/intensity. Null when imports are unknown. */
  estimatedGCo2PerKwhConsumption: number | null
}

/** Consumption-based intensity of an hour, term by term. */
export type ExplainedHour = {
  /** Start of the hour, UTC. */
  slotStart: string
  /** End of the hour, UTC. */
  slotEnd: string
  /** When this version of the hour was computed, UTC. */
  issuedAt: string
  /** Version of the calculation. */
  methodologyVersion: number
  /** Feed of the French mix. */
  feed: 'generation_by_type' | 'generation_mix_15min'
  production: ExplainedMix
  /** Borders in the order of the sums. */
  borders: ExplainedImport[]
  /** Sum of countedMW, MW. Null while a border is unknown. */
  importedMW: number | null
  /** Sum of countedMW times gCo2PerKwh of the borders, kgCO2eq. */
  importedEmissionsKg: number | null
  /** Sum of countedMW times directGCo2PerKwh of the borders, kgCO2eq. */
  importedDirectEmissionsKg: number | null
  /** production.sumPowerMW divided by the sum of it and importedMW, unrounded. */
  domesticShare: number | null
  /** production.sumEmissionsKg plus importedEmissionsKg, divided by production.sumPowerMW plus importedMW, gCO2eq/kWh. */
  unroundedGCo2PerKwh: number | null
  /** The same with two decimals, as /v1/carbon/consumption returns it. */
  gCo2PerKwh: number | null
  /** The same with direct emissions, gCO2eq/kWh. */
  unroundedDirectGCo2PerKwh: number | null
  /** The same with two decimals. */
  directGCo2PerKwh: number | null
  /** Payloads of the rows of the French mix, the flows and the mixes above. The hours behind an archive_mean are not listed. */
  sources: ExplainedSource[]
}

/** Production of a country in an hour. */
export type ExplainedMix = {
  /** Production types, the largest first. */
  terms: ExplainedMixTerm[]
  /** Sum of powerMW, MW. */
  sumPowerMW: number
  /** Sum of powerMW times gCo2PerKwh, kgCO2eq of the hour. */
  sumEmissionsKg: number
  /** Sum of powerMW times directGCo2PerKwh, kgCO2eq of the hour. */
  sumDirectEmissionsKg: number
}

/** One production type of a mix, with both emission factors. */
export type ExplainedMixTerm = {
  /** Code of the production type, such as NUCLEAR or FOSSIL_PEAT. */
  productionType: string
  /** Mean power in the hour, MW; a negative value counts as 0. */
  powerMW: number
  /** Life-cycle emission factor, gCO2eq/kWh. */
  gCo2PerKwh: number
  /** Direct emission factor, gCO2eq/kWh. */
  directGCo2PerKwh: number
}

/** A border in the sums of the hour. */
export type ExplainedImport = {
  /** ISO 3166-1 alpha-2 code of the neighbour; XX is a border whose country is unknown. */
  country: string
  /** Inflow minus outflow in the hour, MW; negative when France exports. Null when unknown. */
  netImportMW: number | null
  /** netImportMW when it is positive, otherwise 0. Null when unknown. */
  countedMW: number | null
  /** Basis of the intensity, as in /v1/carbon/consumption. Null when nothing is known of the neighbour. */
  basis: 'hour' | 'week' | 'year' | null
  /** mix: the mix below, of mixHour; archive_mean: the mean of the complete hours of the 365 days before; published_year: the yearly intensity of the country; highest_neighbour: the country has none, and the highest one of the neighbours applies. Null when basis is null. */
  origin: 'mix' | 'archive_mean' | 'published_year' | 'highest_neighbour' | null
  /** Start of the hour of the mix, UTC. Null unless origin is mix. */
  mixHour: string | null
  /** Mix of the neighbour in mixHour. Null unless origin is mix. */
  mix: ExplainedMix | null
  /** Year of the yearly intensity. Null unless origin is published_year. */
  year: number | null
  /** Release from which the yearly intensity was read. Null unless origin is published_year. */
  vintage: string | null
  /** Life-cycle intensity, unrounded, gCO2eq/kWh: of a mix, sumEmissionsKg divided by sumPowerMW. */
  gCo2PerKwh: number | null
  /** Direct intensity, unrounded, gCO2eq/kWh. */
  directGCo2PerKwh: number | null
}

/** An archived payload behind the hour. */
export type ExplainedSource = {
  /** Feed of the rows, such as physical_flows, or neighbour_generation/ and the code of the country. */
  content: string
  /** Number of the archived payload. */
  payloadId: number
  /** Publisher of the payload. */
  publisher: 'rte' | 'odre' | 'rte-zip' | 'energy-charts' | 'rte-services' | 'couleur-tempo'
  /** When the newest of the rows became known, UTC. */
  knownFrom: string
}

/** Carbon intensity of every slot of a window, by the newest version of the published data. */
export type CarbonSeries = {
  /** production: French generation with life-cycle factors; direct: French generation with the direct factors of the operator; consumption: French generation and net imports with life-cycle factors. */
  boundary: 'production' | 'direct' | 'consumption'
  /** Length of a slot. */
  resolution: '1h' | '15m'
  /** Requested start of the window, UTC, inclusive. */
  from: string
  /** Requested end of the window, UTC, exclusive. */
  to: string
  /** Start of the served window, UTC; later than from when truncated is true. */
  effectiveFrom: string
  /** True when the window was shortened because no older slot is stored. */
  truncated: boolean
  /** Versions of the calculation by which the served slots were computed, ascending. Empty when no slot of the window is stored. */
  methodologyVersions: number[]
  /** Every slot that begins in the window and has ended, in chronological order and without gaps. */
  points: CarbonSeriesPoint[]
}

/** Carbon intensity of one slot. */
export type CarbonSeriesPoint = {
  /** Start of the slot, UTC. */
  slotStart: string
  /** End of the slot, UTC. */
  slotEnd: string
  /** Carbon intensity of the slot, gCO2eq/kWh. Null when unknown. */
  gCo2PerKwh: number | null
  /** True when no further correction is expected: the generation of the slot is consolidated, and for the boundary consumption the slot is more than 14 days old. */
  final: boolean
}

/** Carbon intensities, day-ahead price and Tempo colour of each hour of a calendar month in Paris. */
export type Hours = {
  /** Calendar month in Paris. */
  month: string
  /** Name of the time zone of the month, which is that of Paris. */
  timeZone: string
  /** Start of the month, 00:00 in Paris, UTC. */
  from: string
  /** End of the month, exclusive, UTC. */
  to: string
  /** Start of each hour of the month that has ended, UTC, in chronological order and without gaps: 743 to 745 in a month with a clock change. Empty when no value of the month is stored. */
  hours: string[]
  /** Carbon intensity of each hour on the production boundary, gCO2eq/kWh. Null when unknown. */
  productionGCo2PerKwh: (number | null)[]
  /** Carbon intensity of each hour on the consumption boundary, gCO2eq/kWh. Null when unknown; never a copy of the production value. */
  consumptionGCo2PerKwh: (number | null)[]
  /** Direct emissions of generation in each hour, by the factors of the operator, gCO2eq/kWh. Null when unknown. */
  directGCo2PerKwh: (number | null)[]
  /** Mean of the day-ahead auction prices of each hour, EUR/MWh, without taxes. Null when unknown. */
  eurPerMwh: (number | null)[]
  /** Tempo colour that applies in each hour: the colour of the tariff day, which runs from 06:00 to 06:00 in Paris. Null when unknown. */
  tempoColor: (TariffColor | null)[]
  /** Versions of the carbon intensities, most hours first. More than one entry: the month mixes versions. */
  methodologyVersions: HoursVersions[]
  /** Sources of the values, by kind of data. */
  sources: HoursSource[]
  /** True when the month is final: it ended at least three days ago, every hour has every value, no consumption-boundary value is an estimate, and no correction is waiting to be computed. A publisher can still correct a final month; the ETag then changes. */
  complete: boolean
}

/** A combination of versions of the calculations that occurs in the month. */
export type HoursVersions = {
  /** Version of the production-boundary calculation. */
  carbon: number
  /** Version of the consumption-boundary calculation: 1 from physical flows; 2 estimated from commercial exchanges, until the flows are published. Null for hours without a consumption-boundary value. */
  consumption: number | null
  /** Number of hours that were computed with these versions. */
  hourCount: number
}

/** A source of values of the month. */
export type HoursSource = {
  /** Kind of the data that the source provided. */
  kind: 'generation' | 'imports' | 'price' | 'tariffColors' | 'emissionFactors' | 'directFactors' | 'countryIntensities'
  /** Name of the publisher or database, with its version where it has one. */
  name: string
  /** Licence of the data. Null when the publisher states none. */
  license: string | null
}

/** Carbon intensity of the electricity consumed in France in the newest known hour, with the imports of that hour. */
export type DashboardConsumption = {
  /** Start of the hour that the values describe, UTC. */
  slotStart: string
  /** End of the hour that the values describe, UTC. */
  slotEnd: string
  /** Carbon intensity of the electricity consumed in France, with life-cycle factors, gCO2eq/kWh: production and the net imports of each border at the intensity of the neighbour in that hour. Null while a border is unknown. */
  gCo2PerKwh: number | null
  /** The same with direct emission factors, gCO2eq/kWh. Null when gCo2PerKwh is null. */
  directGCo2PerKwh: number | null
  /** Share of French production in production plus imports, from 0 to 1. Null while a border is unknown. */
  domesticShare: number | null
  /** The least exact basis of a neighbour from which France imports: hour, week or year as in /v1/carbon/consumption. Null without imports. */
  basis: 'hour' | 'week' | 'year' | null
}
