import type { GridSignalStatus, MethodologyVersions } from './grid.ts'

// Made from the contract by `bun run docs`; change it there.

/** Dimensions of the score. */
export type Dimension = 'price' | 'carbon' | 'grid' | 'adequacy'

/** `Optimal` ≥ 70, `Acceptable` 40–69, `Unfavorable` < 40. */
export type ScoreLevel = 'Optimal' | 'Acceptable' | 'Unfavorable'

/** How favourable this hour is for consuming electricity in France. */
export type EnergyScore = {
  /** Instant of the calculation, UTC. */
  computedAt: string
  /** Weighted score, 0 to 100; higher is more favourable for consuming. */
  globalScore: number
  /** Optimal from 70, Acceptable from 40, Unfavorable below. */
  level: ScoreLevel
  /** What to do, in French. */
  recommendation: string | null
  /** One per dimension: price, carbon, grid, adequacy. */
  subScores: SubScore[] | null
  /** Reliability, 0 to 100, from the availability of the sources. */
  confidence: number
  /** ok from a confidence of 70, degraded from 50. Below 50 the score is refused with 503 insufficient_data. */
  status: 'ok' | 'degraded' | 'insufficient' | null
  /** Source → whether it was available; explains a degraded score. */
  sourceAvailability: { [name: string]: boolean } | null
  weightsApplied: ScoreWeights
  /** Preset that was applied, or custom for own weights; null for the default national weighting. */
  profileApplied: string | null
  /** Day-ahead price of the hour, EUR/MWh. Null when it was not available. */
  spotPriceEurPerMWh: number | null
  /** Grid-tension signal of the hour as published. Null when it was not available. */
  gridSignalStatus: GridSignalStatus | null
  methodologyVersions: MethodologyVersions
}

/** One dimension of a score. */
export type SubScore = {
  /** What is rated. */
  dimension: Dimension
  /** 0 to 100, one decimal; higher is more favourable for consuming. */
  value: number
  /** Why, in French; it says so when the value is an estimate. */
  detail: string
}

/** Weights of the four dimensions; they sum to 1. */
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

/** The score of the coming hours. */
export type ScoreForecast = {
  /** When the forecast was computed, UTC. */
  generatedAt: string
  /** Hours that were asked for. */
  requestedHours: number
  /** Hours that are served: fewer when the plan reaches less far or less is known. */
  servedHours: number
  /** Preset that was applied, or custom for own weights; null for the default national weighting. */
  profileApplied: string | null
  weightsApplied: ScoreWeights
  /** time of the most favourable hour, UTC; null without hours. */
  bestHour: string | null
  /** time of the least favourable hour, UTC; null without hours. */
  worstHour: string | null
  /** The least confidence of the hours served; 0 without hours. */
  confidence: number
  methodologyVersions: ForecastVersions
  /** From the next full hour on, in order. Empty when there is nothing to forecast. */
  hours: HourlyScore[]
}

/** The score of one coming hour. */
export type HourlyScore = {
  /** Start of the hour, UTC. */
  time: string
  /** Weighted score of the hour, 0 to 100. */
  globalScore: number
  /** Optimal from 70, Acceptable from 40, Unfavorable below. */
  level: ScoreLevel
  /** One per dimension: price, carbon, grid, adequacy. */
  subScores: SubScore[] | null
  /** Reliability, 0 to 100; it decreases over the horizon. */
  confidence: number
  /** Day-ahead price, EUR/MWh. Null beyond the auctioned hours (the end of tomorrow at most), where an estimate stands in. */
  spotPriceEurPerMWh: number | null
  /** Expected production-boundary intensity, gCO2eq/kWh, of the projected mix: an indication, not an auditable value. Null when no mix can be projected. */
  carbonIntensityGco2Kwh: number | null
}

/** Versions of the calculations behind a forecast: a MethodologyVersionSet with the version of the forecast. Keys may be added: ignore those you do not know. */
export type ForecastVersions = {
  /** Version of the sub-scores and their aggregation. */
  score: number
  /** Version of the production-boundary calculation. */
  carbon: number
  /** Version of the reliability index. */
  confidence: number
  /** Version of the consumption-boundary calculation: 1 by physical flows, 2 an estimate by commercial exchanges, until the flows are published. Null: there is no consumption value here; never an unknown version. */
  consumption: number | null
  /** Version of the method that projects mix, price and consumption. */
  forecast: number
}
