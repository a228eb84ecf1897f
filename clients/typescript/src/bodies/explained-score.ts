import type { Dimension, ScoreLevel } from './score.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Ids of the feeds of the transmission operator. */
export type FeedId =
  | 'generation_by_type'
  | 'generation_mix_15min'
  | 'generation_forecast'
  | 'consumption'
  | 'consumption_weekly'
  | 'power_exchanges'
  | 'physical_flows'
  | 'exchange_schedules'
  | 'grid_signals'
  | 'tariff_calendar'
  | 'generation_unavailabilities'
  | 'installed_capacities'
  | 'imbalance'

/** The score of an instant under the national weighting, step by step. */
export type ExplainedScore = {
  /** Start of the hour that price, grid and adequacy describe, UTC. */
  hourStart: string
  price: ExplainedPrice
  carbon: ExplainedCarbonScore
  grid: ExplainedGrid
  adequacy: ExplainedAdequacy
  composite: ExplainedComposite
  confidence: ExplainedConfidence
}

/** Sub-score of the price. */
export type ExplainedPrice = {
  /** Sub-score, 0 to 100, one decimal. */
  value: number
  /** Whether the dimension is known; an estimated one may not count in the score. */
  isKnown: boolean
  /** day_ahead: auctioned price; peak_estimate and off_peak_estimate: mean of the class of the hour over the last 14 days; median: median of the calibration year; like_hours_estimate: forecasts only. */
  basis: 'day_ahead' | 'like_hours_estimate' | 'peak_estimate' | 'off_peak_estimate' | 'median'
  /** Price, EUR/MWh. */
  eurPerMwh: number
  scale: ExplainedScale
}

/** Sub-score of the carbon intensity. */
export type ExplainedCarbonScore = {
  /** Sub-score, 0 to 100, one decimal. */
  value: number
  /** Whether the dimension is known; an estimated one may not count in the score. */
  isKnown: boolean
  /** realised: production intensity of the newest complete hour, unrounded; same_hour_mean: mean of the same hour of the day over the last 7 days; median: median of the calibration year; projected: forecasts only. */
  basis: 'realised' | 'projected' | 'same_hour_mean' | 'median'
  /** Intensity, gCO2eq/kWh. */
  gCo2PerKwh: number
  scale: ExplainedScale
}

/** Sub-score of the grid signal. */
export type ExplainedGrid = {
  /** Sub-score, 0 to 100, one decimal. */
  value: number
  /** Whether the dimension is known; an estimated one may not count in the score. */
  isKnown: boolean
  /** signal: grid signal of the hour; adequacy: no signal covers the hour, and the sub-score of adequacy applies. */
  basis: 'signal' | 'adequacy'
  /** The grid signal; null when no signal covers the hour. */
  signal: ExplainedSignal | null
}

/** The grid signal of the hour. */
export type ExplainedSignal = {
  /** Level of the grid signal, 0 to 3. */
  level: number
  /** Score of each level, from 0 on. */
  scoresByLevel: number[]
  /** The newest quarter-hour of the balancing market. Null when it is unknown: no points are deducted. */
  imbalance: ExplainedImbalance | null
  /** Points deducted from the score of the level; the result is at least 0. */
  deductedPoints: number
}

/** The balancing market. Deducted are maxPoints * clamp(excessEurPerMwh / fullExcessEurPerMwh, 0, 1) when isUpward. */
export type ExplainedImbalance = {
  /** Whether the system is short of power; otherwise no points are deducted. */
  isUpward: boolean
  /** Settlement price of a shortage, EUR/MWh. */
  negativePriceEurPerMwh: number
  /** Price of the price sub-score, EUR/MWh. */
  spotEurPerMwh: number
  /** Lowest spot price that counts, EUR/MWh. */
  minSpotEurPerMwh: number
  /** negativePriceEurPerMwh minus twice the greater of spotEurPerMwh and minSpotEurPerMwh. */
  excessEurPerMwh: number
  /** Excess at which all points are deducted, EUR/MWh. */
  fullExcessEurPerMwh: number
  /** Maximum number of deducted points. */
  maxPoints: number
}

/** Sub-score of the adequacy. */
export type ExplainedAdequacy = {
  /** Sub-score, 0 to 100, one decimal. */
  value: number
  /** Whether the dimension is known; an estimated one may not count in the score. */
  isKnown: boolean
  /** Input of the scale: the margin; without one of its inputs the residual load (consumptionMW minus windAndSolarMW); without wind and sun (and always in version 1 of the score) the expected consumption; without that the median of the calibration year. */
  basis: 'margin' | 'residual_load' | 'consumption' | 'median'
  /** Expected consumption, MW; with basis median the median of the calibration year. */
  consumptionMW: number
  /** Wind and sun, MW. Null when unknown, or not read (version 1 of the score without a margin). */
  windAndSolarMW: number | null
  /** The margin. Null when one of its inputs is unknown: basis tells what is rated instead. */
  margin: ExplainedMargin | null
  scale: ExplainedScale
}

/** Margin of the possible generation over the expected consumption. */
export type ExplainedMargin = {
  /** Terms of the available capacity. */
  capacities: ExplainedCapacity[]
  /** Sum of availableMW, MW. */
  availableMW: number
  /** Last output of run-of-river hydro, MW. */
  runOfRiverMW: number
  /** Terms of windAndSolarMW. */
  windAndSolar: ExplainedWindOrSun[]
  /** availableMW plus runOfRiverMW plus windAndSolarMW, MW. */
  generationMW: number
  /** generationMW minus consumptionMW, divided by consumptionMW: the input of the scale. */
  margin: number
}

/** Capacity of a production type whose output can be controlled. */
export type ExplainedCapacity = {
  /** Code of the production type. */
  productionType: string
  /** Installed capacity, MW. */
  installedMW: number
  /** Capacity announced as unavailable in the hour, MW. */
  unavailableMW: number
  /** installedMW minus unavailableMW, at least 0, MW. */
  availableMW: number
}

/** Wind or sun in the hour. */
export type ExplainedWindOrSun = {
  /** Code of the production type. */
  productionType: string
  /** Forecast power, MW; offshore wind without a forecast keeps its last output. */
  powerMW: number
}

/** Linear interpolation between the anchors below (lower) and above the input (upper); outside of the scale both are its end. */
export type ExplainedScale = {
  /** All anchors of the scale, by ascending input. */
  anchors: ScaleAnchor[]
  /** Input that is rated, in the unit of the scale. */
  input: number
  lower: ScaleAnchor
  upper: ScaleAnchor
  /** upper.score - (upper.score - lower.score) * (upper.input - input) / (upper.input - lower.input); upper.score where the two anchors are equal. */
  unrounded: number
}

/** An anchor of a scale. */
export type ScaleAnchor = {
  /** Input, in the unit of the scale. */
  input: number
  /** Sub-score at this input. */
  score: number
}

/** The score from its sub-scores. */
export type ExplainedComposite = {
  /** Version of the score. 1: all dimensions count. 2: estimated dimensions are left out while the known ones carry at least half of the weight. */
  version: number
  /** The four dimensions. */
  dimensions: ExplainedDimension[]
  /** Sum of product. */
  sumProducts: number
  /** Sum of weightCounted. */
  sumWeights: number
  /** sumProducts divided by sumWeights, six decimals. */
  unrounded: number
  /** unrounded without decimals, half away from zero, at most 100. */
  globalScore: number
  /** Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40. */
  level: ScoreLevel
}

/** A dimension in the composite. */
export type ExplainedDimension = {
  /** Dimension. */
  dimension: Dimension
  /** Sub-score, 0 to 100. */
  value: number
  /** Whether the dimension is known; an estimated one may not count in the score. */
  isKnown: boolean
  /** Weight of the national weighting. */
  weightAsked: number
  /** weightAsked, or 0 when the dimension is left out. */
  weightCounted: number
  /** value times weightCounted. */
  product: number
}

/** The confidence from the availability of the feeds. */
export type ExplainedConfidence = {
  /** Version of the confidence. */
  version: number
  /** Feeds with a weight. */
  feeds: ExplainedAvailability[]
  /** Sum of product. */
  sumProducts: number
  /** Sum of weight. */
  sumWeights: number
  /** 0.85 when a dimension uses its fallback, otherwise 1. */
  fallbackFactor: number
  /** 100 times sumProducts times fallbackFactor divided by sumWeights, without decimals. */
  value: number
}

/** A feed in the confidence. */
export type ExplainedAvailability = {
  /** Feed. */
  feed: FeedId
  /** Weight of the feed in the confidence. */
  weight: number
  /** Availability that counts, 0 to 1: 1 until a publication is late beyond its tolerance, then falling to 0 at four times the tolerance. From version 2 of the confidence on, generation_by_type counts with that of generation_mix_15min where it is higher. */
  availability: number
  /** weight times availability. */
  product: number
}
