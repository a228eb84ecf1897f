// Made from the contract by `bun run docs`; change it there.

/** Grid-tension signal, the best first. */
export type GridSignalStatus = 'Optimal' | 'Favorable' | 'Tendu' | 'TresTendu'

/** Colours of the three-colour tariff, cheapest first. */
export type TariffColor = 'Bleu' | 'Blanc' | 'Rouge'

/** Carbon intensity of the French grid in the newest published hour, location-based, on both boundaries. */
export type CarbonIntensity = {
  /** Instant of this answer, UTC. Not the time that the mix describes: see dataSlotStart. */
  timestamp: string
  /** Start of the hour that is described, UTC. Null when no realised hour could be determined. */
  dataSlotStart: string | null
  /** End of the hour that is described, UTC. The publisher is structurally 1 to 2 hours behind. */
  dataSlotEnd: string | null
  /** Minutes from dataSlotEnd to this answer. */
  dataAgeMinutes: number | null
  /** Total production, MW. */
  totalGenerationMW: number
  /** Low-carbon share of the production (nuclear and renewables), %. */
  lowCarbonPct: number
  /** Renewable share of the production (without nuclear), %. */
  renewablePct: number
  /** Production boundary, gCO2eq/kWh: national production weighted by emission factors, without imports, exports and losses. */
  estimatedGCo2PerKwh: number
  /** Consumption boundary, gCO2eq/kWh: production and imports, each import at the yearly intensity of its country. While physical flows are missing it is estimated by commercial exchanges (methodologyVersions.consumption is 2). Null when flows and exchanges, or intensities, were not available; never a copy of the production boundary. */
  estimatedGCo2PerKwhConsumption: number | null
  /** estimatedGCo2PerKwhConsumption minus estimatedGCo2PerKwh, gCO2eq/kWh, of the two values as served. May be negative. Null with the consumption value. */
  consumptionBoundaryDelta: number | null
  /** Countries that France imported from and whose intensity is unknown; a conservative one was applied. ISO-2 codes, sorted; XX stands for a border whose country is not known. Normally empty. */
  unmappedImportCountries: string[] | null
  /** Production mix of the hour, largest first. */
  mix: MixEntry[] | null
  /** Name of the calculation method. */
  methodology: string | null
  methodologyVersions: MethodologyVersions
  /** Equal to methodologyVersions.carbon; kept for existing integrations. */
  methodologyVersion: number
  emissionFactorsSource: EmissionFactors
}

/** One production type of the generation mix. */
export type MixEntry = {
  /** Code of the production type, such as NUCLEAR or WIND_ONSHORE. */
  productionType: string | null
  /** Mean power in the slot, MW. */
  valueMW: number
  /** Share of the total production, %. */
  sharePct: number
  /** True for nuclear power and renewables. */
  isLowCarbon: boolean
}

/** Provenance of the emission factors, and what is known to be imperfect about them. */
export type EmissionFactors = {
  /** Official origin of the emission factors. */
  source: string | null
  /** Licence under which the factors may be reused. */
  license: string | null
  /** Last successful synchronisation with the agency’s database, UTC. */
  lastSyncedAt: string
  /** The most recent date on which the agency changed one of the factors used. */
  mostRecentAdemeModification: string
  /** Production types whose factor has outlived its validity period. Sorted. */
  expiredValidityFactors: string[] | null
  /** Production types served by an older published value because the database holds none. Sorted. */
  fallbackFactors: string[] | null
  /** Production types of this answer’s mix that the factor set does not know; a conservative value was applied to them. */
  unmappedProductionTypes: string[] | null
  /** Production type → boundary that its factor covers. The set mixes boundaries on purpose. */
  factorBoundaries: { [name: string]: string } | null
  /** True when expiredValidityFactors is not empty. */
  containsExpiredValidity: boolean
  /** True when fallbackFactors is not empty. */
  containsFallbackValues: boolean
}

/** Versions of the calculations behind a value. Keys may be added: ignore those you do not know. */
export type MethodologyVersions = {
  /** Version of the sub-scores and their aggregation. */
  score: number
  /** Version of the production-boundary calculation. */
  carbon: number
  /** Version of the reliability index. */
  confidence: number
  /** Version of the consumption-boundary calculation: 1 by physical flows, 2 an estimate by commercial exchanges, until the flows are published. Null: there is no consumption value here; never an unknown version. */
  consumption: number | null
}

/** Grid-tension signal of the transmission operator, passed through. */
export type GridStatus = {
  /** Who publishes the signal. */
  source: string
  /** Licence of the published data. */
  license: string
  /** When the publisher issued the signal, UTC; null when not said. */
  publishedAt: string | null
  /** When the signal was last read, UTC. */
  fetchedAt: string
  /** True when an issue that was due is missing. */
  stale: boolean
  /** Today first. Three days are normal between midnight and the next issue. */
  days: GridStatusDay[]
}

/** One day of the grid-tension signal. */
export type GridStatusDay = {
  /** Calendar day in Paris. */
  date: string
  /** Which day this is, counted from today. */
  day: 'D' | 'D+1' | 'D+2' | 'D+3'
  /** Signal of the whole day. */
  status: GridSignalStatus
  /** The publisher’s sentence for the day, in French. */
  message: string
  /** Hours of the day in Paris, in order: 24, or 23 and 25 when the clock changes. */
  hours: GridStatusHour[]
}

/** One hour of the grid-tension signal. */
export type GridStatusHour = {
  /** Start of the hour, UTC. */
  time: string
  /** Signal of the hour; null when nothing that was received says it, as of hours that had passed before the first issue. */
  status: GridSignalStatus | null
}

/** Today’s colour of the three-colour tariff. It concerns contracts of that tariff only. */
export type TariffToday = {
  /** Calendar day in Paris. */
  date: string
  /** Colour of that calendar day. Null when it is not published; never a guess. */
  color: TariffColor | null
  inForce: TariffColorInForce
  /** Who publishes the calendar. */
  source: string
  /** Licence of the published data. */
  license: string
  /** When the publisher last changed the calendar, UTC; null when not said. */
  publishedAt: string | null
  /** When the calendar was last read, UTC; null when it never was. */
  fetchedAt: string | null
}

/** The colour in force at this instant: a tariff day runs from 06:00 to 06:00 in Paris. */
export type TariffColorInForce = {
  /** Colour that applies now. Null when it is not published; never a guess. */
  color: TariffColor | null
  /** Start of the tariff day, 06:00 in Paris, UTC. */
  from: string
  /** End of the tariff day, 06:00 in Paris of the next day, UTC. */
  to: string
}

/** Colours of the three-colour tariff, today and six days ahead. */
export type TariffOutlook = {
  /** When the probabilities were computed, UTC. */
  issuedAt: string
  /** What the probabilities rest on: A forecasts of load, wind and sun; B realised load, wind and sun; C colours alone. */
  variant: 'A' | 'B' | 'C'
  stock: ColorStockLeft
  /** The tariff day in force and up to six more; none after 31 August, when the stock begins anew. */
  days: TariffOutlookDay[]
  /** Version of the forecast of colours. */
  methodologyVersion: number
}

/** Days that are left of the season, which ends on 31 August. */
export type ColorStockLeft = {
  /** White days that are left after the published ones. */
  whiteLeft: number
  /** Red days that are left after the published ones. */
  redLeft: number
}

/** One tariff day with its colour or the probabilities of its colours. */
export type TariffOutlookDay = {
  /** Day in Paris on which the tariff day begins. */
  date: string
  /** Start of the tariff day, 06:00 in Paris, UTC. */
  from: string
  /** End of the tariff day, 06:00 in Paris of the next day, UTC. */
  to: string
  /** Published colour; null until it is published, even where it is certain. */
  color: TariffColor | null
  /** Whether the colour is published. */
  status: 'published' | 'forecast'
  probabilities: ColorProbabilities
  /** Prices of the published colour; null when it is not published or no price is known. */
  prices: ColorPrices | null
}

/** Probabilities of the three colours. Exactly 0 and 1 where the colour is published or the rules make it certain. */
export type ColorProbabilities = {
  /** Probability of blue, 0–1. */
  blue: number
  /** Probability of white, 0–1. */
  white: number
  /** Probability of red, 0–1. */
  red: number
}

/** Regulated prices of the colour, EUR/kWh, all taxes included. */
export type ColorPrices = {
  /** Price from 06:00 to 22:00, EUR/kWh. */
  peak: number
  /** Price from 22:00 to 06:00, EUR/kWh. */
  offPeak: number
}
