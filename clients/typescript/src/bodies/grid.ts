// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Grid-tension signal, the best first. */
export type GridSignalStatus = 'Optimal' | 'Favorable' | 'Tendu' | 'TresTendu'

/** Colours of the three-colour tariff, cheapest first. */
export type TariffColor = 'Bleu' | 'Blanc' | 'Rouge'

/** Carbon intensity of the French grid in the newest published hour, location-based, on both boundaries. */
export type CarbonIntensity = {
  /** Time of this response, UTC. The mix describes an earlier hour: see dataSlotStart. */
  timestamp: string
  /** Start of the hour that the values describe, UTC. Null when no complete measured hour is available. */
  dataSlotStart: string | null
  /** End of the hour that the values describe, UTC. The operator publishes an hour 1 to 2 hours after its end. */
  dataSlotEnd: string | null
  /** Minutes from dataSlotEnd to timestamp. */
  dataAgeMinutes: number | null
  /** Total generation, MW. */
  totalGenerationMW: number
  /** Low-carbon share of generation (nuclear and renewables), %. */
  lowCarbonPct: number
  /** Renewable share of generation (without nuclear), %. */
  renewablePct: number
  /** Carbon intensity on the production boundary, gCO2eq/kWh: national generation weighted by emission factors, without imports, exports or losses. */
  estimatedGCo2PerKwh: number
  /** Carbon intensity on the consumption boundary, gCO2eq/kWh: national generation plus imports, each import at the yearly intensity of its country of origin. Until physical flows are published, imports are estimated from commercial exchanges (methodologyVersions.consumption is 2). Null when neither flows nor exchanges, or no country intensities, are available; it is never a copy of the production-boundary value. */
  estimatedGCo2PerKwhConsumption: number | null
  /** estimatedGCo2PerKwhConsumption minus estimatedGCo2PerKwh, gCO2eq/kWh, calculated from the two rounded values. May be negative. Null when the consumption value is null. */
  consumptionBoundaryDelta: number | null
  /** Countries that France imported from and whose carbon intensity is unknown; a conservative intensity is applied to their imports. ISO 3166-1 alpha-2 codes, sorted; XX is a border whose country is unknown. Normally empty. */
  unmappedImportCountries: string[] | null
  /** Generation mix of the hour, largest production type first. */
  mix: MixEntry[] | null
  /** Name of the calculation method. */
  methodology: string | null
  methodologyVersions: MethodologyVersions
  /** Same value as methodologyVersions.carbon; kept for existing integrations. */
  methodologyVersion: number
  emissionFactorsSource: EmissionFactors
}

/** One production type of the generation mix. */
export type MixEntry = {
  /** Code of the production type, such as NUCLEAR or WIND_ONSHORE. */
  productionType: string | null
  /** Mean power in the slot, MW. */
  valueMW: number
  /** Share of total generation, %. */
  sharePct: number
  /** True for nuclear power and renewables. */
  isLowCarbon: boolean
}

/** Origin and known limitations of the emission factors. */
export type EmissionFactors = {
  /** Official origin of the emission factors. */
  source: string | null
  /** Licence under which the factors may be reused. */
  license: string | null
  /** Time of the last successful synchronisation with the database of ADEME, UTC. */
  lastSyncedAt: string
  /** Most recent date on which ADEME changed one of the factors in use. */
  mostRecentAdemeModification: string
  /** Production types whose factor is past its validity period. Sorted. */
  expiredValidityFactors: string[] | null
  /** Production types that use an older published factor, because the database of ADEME has no current one. Sorted. */
  fallbackFactors: string[] | null
  /** Production types of this mix that have no factor; a conservative factor is applied to them. */
  unmappedProductionTypes: string[] | null
  /** Boundary that the factor of each production type covers. The factors deliberately cover different boundaries. */
  factorBoundaries: { [name: string]: string } | null
  /** True when expiredValidityFactors is not empty. */
  containsExpiredValidity: boolean
  /** True when fallbackFactors is not empty. */
  containsFallbackValues: boolean
}

/** Versions of the calculations behind a value. Keys may be added; ignore keys that you do not know. */
export type MethodologyVersions = {
  /** Version of the sub-scores and their aggregation. */
  score: number
  /** Version of the production-boundary calculation. */
  carbon: number
  /** Version of the confidence calculation. */
  confidence: number
  /** Version of the consumption-boundary calculation: 1 from physical flows; 2 estimated from commercial exchanges, until the flows are published. Null when the response has no consumption-boundary value. */
  consumption: number | null
}

/** Grid-tension signal of the transmission system operator, unchanged. */
export type GridStatus = {
  /** Publisher of the signal. */
  source: string
  /** Licence of the published data. */
  license: string
  /** Time at which the publisher issued the signal, UTC. Null when the publisher does not state it. */
  publishedAt: string | null
  /** Time at which the signal was last fetched, UTC. */
  fetchedAt: string
  /** True when a publication that was due has not arrived. */
  stale: boolean
  /** Days in chronological order, today first. Between midnight and the next publication the list has three days. */
  days: GridStatusDay[]
}

/** One day of the grid-tension signal. */
export type GridStatusDay = {
  /** Calendar day in Paris. */
  date: string
  /** Position of the day relative to today. */
  day: 'D' | 'D+1' | 'D+2' | 'D+3'
  /** Signal of the whole day. */
  status: GridSignalStatus
  /** Message of the publisher for the day, in French. */
  message: string
  /** Hours of the Paris day in chronological order: 24, or 23 or 25 on the days of the clock changes. */
  hours: GridStatusHour[]
}

/** One hour of the grid-tension signal. */
export type GridStatusHour = {
  /** Start of the hour, UTC. */
  time: string
  /** Signal of the hour. Null when no received publication covers the hour, for example an hour that had passed before the first publication of the day. */
  status: GridSignalStatus | null
}

/** Today’s colour of the three-colour tariff (Tempo). The colour matters only for contracts with this tariff. */
export type TariffToday = {
  /** Calendar day in Paris. */
  date: string
  /** Published colour of that calendar day. Null until the colour is published. */
  color: TariffColor | null
  inForce: TariffColorInForce
  /** Publisher of the calendar. */
  source: string
  /** Licence of the published data. */
  license: string
  /** Time at which the publisher last changed the calendar, UTC. Null when the publisher does not state it. */
  publishedAt: string | null
  /** Time at which the calendar was last fetched, UTC. Null when the calendar was never fetched. */
  fetchedAt: string | null
}

/** Colour in force now. A tariff day runs from 06:00 to 06:00 in Paris. */
export type TariffColorInForce = {
  /** Colour that applies now. Null until the colour is published. */
  color: TariffColor | null
  /** Start of the tariff day, 06:00 in Paris, UTC. */
  from: string
  /** End of the tariff day, 06:00 in Paris of the next day, UTC. */
  to: string
}

/** Colours of the three-colour tariff (Tempo) for today and up to nine days ahead. */
export type TariffOutlook = {
  /** Time at which the probabilities were computed, UTC. */
  issuedAt: string
  /** Basis of the probabilities. A: forecasts of consumption, wind and solar power, published or calculated from the weather forecast; B: measured consumption, wind and solar power; C: published colours only. */
  variant: 'A' | 'B' | 'C'
  stock: ColorStockLeft
  /** The current tariff day and up to nine more, up to six while no weather forecast is known. The list ends on 31 August, when the season ends and the stock of days is reset. */
  days: TariffOutlookDay[]
  /** Version of the tariff colour forecast. */
  methodologyVersion: number
}

/** Red and white days left in the season, which ends on 31 August. */
export type ColorStockLeft = {
  /** White days left in the season after the published days. */
  whiteLeft: number
  /** Red days left in the season after the published days. */
  redLeft: number
}

/** One tariff day with its published colour, or with the probability of each colour. */
export type TariffOutlookDay = {
  /** Paris calendar day on which the tariff day begins. */
  date: string
  /** Start of the tariff day, 06:00 in Paris, UTC. */
  from: string
  /** End of the tariff day, 06:00 in Paris of the next day, UTC. */
  to: string
  /** Published colour. Null until the colour is published, even when the rules of the tariff leave only one colour. */
  color: TariffColor | null
  /** published: the colour is published; forecast: probabilities gives the probability of each colour. */
  status: 'published' | 'forecast'
  probabilities: ColorProbabilities
  /** Prices of the published colour. Null when the colour is not published or its prices are unknown. */
  prices: ColorPrices | null
}

/** Probabilities of the three colours. They are exactly 0 and 1 when the colour is published or the rules of the tariff leave only one colour. */
export type ColorProbabilities = {
  /** Probability of blue, 0 to 1. */
  blue: number
  /** Probability of white, 0 to 1. */
  white: number
  /** Probability of red, 0 to 1. */
  red: number
}

/** Regulated prices of the colour, EUR/kWh including all taxes. */
export type ColorPrices = {
  /** Price in peak hours (06:00 to 22:00), EUR/kWh including all taxes. */
  peak: number
  /** Price in off-peak hours (22:00 to 06:00), EUR/kWh including all taxes. */
  offPeak: number
}
