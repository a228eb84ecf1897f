import type { TariffColor } from './grid.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

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
