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
  /** The same with direct emission factors, gCO2/kWh. Null when gCo2PerKwh is null. */
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
  /** The same with direct emission factors, gCO2/kWh. With basis year and less than 30 days of stored mixes it equals gCo2PerKwh, because the yearly value is published for the life cycle only. */
  directGCo2PerKwh: number | null
  /** Mix behind the intensity. hour: the mix of the hour; week: the mix of the same UTC hour on the newest of the seven days before that has one; year: a yearly value. Null without an intensity. */
  basis: 'hour' | 'week' | 'year' | null
}

/** The value of the other method of this API, for comparison. */
export type ConsumptionByYearlyMethod = {
  /** Consumption boundary of the same hour with yearly intensities of the neighbours, gCO2eq/kWh: the method of /v1/carbon/intensity. Null when imports are unknown. */
  estimatedGCo2PerKwhConsumption: number | null
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
  /** Carbon intensity of the slot in gCO2eq/kWh, or gCO2/kWh for the boundary direct. Null when unknown. */
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
  /** Direct emissions of generation in each hour, by the factors of the operator, gCO2/kWh. Null when unknown. */
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
