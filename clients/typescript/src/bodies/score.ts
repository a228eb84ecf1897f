import type { GridSignalStatus, MethodologyVersions } from './grid.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Dimensions of the score. */
export type Dimension = 'price' | 'carbon' | 'grid' | 'adequacy'

/** `Optimal` ≥ 70, `Acceptable` 40–69, `Unfavorable` < 40. */
export type ScoreLevel = 'Optimal' | 'Acceptable' | 'Unfavorable'

/** Score of the current hour: how favourable it is to consume electricity in France now. */
export type EnergyScore = {
  /** Time of the calculation, UTC. */
  computedAt: string
  /** Weighted score, 0 to 100. A higher value means a better time to consume electricity. */
  globalScore: number
  /** Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40. */
  level: ScoreLevel
  /** Advice on what to do now, in French. */
  recommendation: string | null
  /** One sub-score per dimension: price, carbon, grid, adequacy. */
  subScores: SubScore[] | null
  /** Confidence in the score, 0 to 100, calculated from the availability of the sources. */
  confidence: number
  /** ok: confidence of 70 or more; degraded: 50 to 69. Below 50 the API answers 503 insufficient_data instead of a score. */
  status: 'ok' | 'degraded' | 'insufficient' | null
  /** Availability of each source, by the name of the source. It explains a degraded score. */
  sourceAvailability: { [name: string]: boolean } | null
  weightsApplied: ScoreWeights
  /** Preset that was applied, or custom for custom weights. Null for the default national weighting. */
  profileApplied: string | null
  /** Day-ahead price of the hour, EUR/MWh. Null when it was not available. */
  spotPriceEurPerMWh: number | null
  /** Published grid-tension signal of the hour. Null when it was not available. */
  gridSignalStatus: GridSignalStatus | null
  methodologyVersions: MethodologyVersions
}

/** One dimension of a score. */
export type SubScore = {
  /** Dimension that the sub-score rates. */
  dimension: Dimension
  /** Sub-score, 0 to 100, one decimal. A higher value means a better time to consume. */
  value: number
  /** Explanation of the value, in French. It states when the value is an estimate, and whether that estimate counts in the score. */
  detail: string
}

/** Weights of the four dimensions; they sum to 1. In EnergyScore those really used: 0 for an estimated dimension that does not count, the others renormalised; elsewhere, where hours differ, those requested. */
export type ScoreWeights = {
  /** Weight of the price, 0 to 1. */
  price: number
  /** Weight of the carbon intensity, 0 to 1. */
  carbon: number
  /** Weight of the grid signal, 0 to 1. */
  grid: number
  /** Weight of the margin between supply and demand, 0 to 1. */
  adequacy: number
}

/** Score of the coming hours. */
export type ScoreForecast = {
  /** Time at which the forecast was computed, UTC. */
  generatedAt: string
  /** Number of hours requested. */
  requestedHours: number
  /** Number of hours served. It is lower than requestedHours when the plan or the available data end earlier. */
  servedHours: number
  /** Preset that was applied, or custom for custom weights. Null for the default national weighting. */
  profileApplied: string | null
  weightsApplied: ScoreWeights
  /** Start of the hour with the best score, UTC. Null when hours is empty. */
  bestHour: string | null
  /** Start of the hour with the worst score, UTC. Null when hours is empty. */
  worstHour: string | null
  /** Lowest confidence of the served hours, 0 to 100; 0 when hours is empty. */
  confidence: number
  methodologyVersions: ForecastVersions
  /** Hours in chronological order, from the next full hour on. Empty when no forecast exists. */
  hours: HourlyScore[]
}

/** Score of one coming hour. */
export type HourlyScore = {
  /** Start of the hour, UTC. */
  time: string
  /** Weighted score of the hour, 0 to 100. */
  globalScore: number
  /** Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40. */
  level: ScoreLevel
  /** One sub-score per dimension: price, carbon, grid, adequacy. */
  subScores: SubScore[] | null
  /** Confidence in the score, 0 to 100. It decreases with the lead time. */
  confidence: number
  /** Day-ahead price, EUR/MWh. Null for hours that have not been auctioned (auctions reach at most to the end of tomorrow); the sub-score then uses an estimate. */
  spotPriceEurPerMWh: number | null
  /** Forecast production-boundary intensity, gCO2eq/kWh: an indication, not an auditable value. Null when no mix can be forecast. */
  carbonIntensityGco2Kwh: number | null
}

/** Versions of the calculations behind a forecast: a MethodologyVersionSet plus the version of the forecast method. Keys may be added; ignore keys that you do not know. */
export type ForecastVersions = {
  /** Version of the sub-scores and their aggregation. */
  score: number
  /** Version of the production-boundary calculation. */
  carbon: number
  /** Version of the confidence calculation. */
  confidence: number
  /** Version of the consumption-boundary calculation: 1 from physical flows; 2 estimated from commercial exchanges, until the flows are published. Null when the response has no consumption-boundary value. */
  consumption: number | null
  /** Version of the method that forecasts mix, price and consumption. */
  forecast: number
}
