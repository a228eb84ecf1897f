import type { MethodologyVersions } from './carbon-intensity.ts'

/** Dimensions of the score. */
export type Dimension = 'price' | 'carbon' | 'grid' | 'adequacy'

/** `Optimal` ≥ 70, `Acceptable` 40–69, `Unfavorable` < 40. */
export type ScoreLevel = 'Optimal' | 'Acceptable' | 'Unfavorable'

/** Status of the grid-tension signal, the best first. */
export type GridSignalStatus = 'Optimal' | 'Favorable' | 'Tendu' | 'TresTendu'

/** Weights of the four dimensions; they sum to 1. */
export type ScoreWeights = { price: number; carbon: number; grid: number; adequacy: number }

/** One dimension, 0–100, with a French sentence that says why. */
export type SubScore = { dimension: Dimension; value: number; detail: string }

/** How favourable this hour is for consuming: 0–100, higher is better. */
export type EnergyScore = {
  computedAt: string
  globalScore: number
  level: ScoreLevel
  /** Advice in French. */
  recommendation: string | null
  subScores: SubScore[] | null
  /** 0–100. */
  confidence: number
  status: 'ok' | 'degraded' | 'insufficient' | null
  /** Whether each source is there. */
  sourceAvailability: { [source: string]: boolean } | null
  weightsApplied: ScoreWeights
  /** Name of the preset, `custom`, or null for the national default. */
  profileApplied: string | null
  spotPriceEurPerMWh: number | null
  gridSignalStatus: GridSignalStatus | null
  methodologyVersions: MethodologyVersions
}

/** One hour of a forecast; `time` is its start. */
export type HourlyScore = {
  time: string
  globalScore: number
  level: ScoreLevel
  subScores: SubScore[] | null
  confidence: number
  /** null where no day-ahead price exists yet. */
  spotPriceEurPerMWh: number | null
  carbonIntensityGco2Kwh: number | null
}

/** The score of the coming hours, the next full hour first. */
export type ScoreForecast = {
  generatedAt: string
  requestedHours: number
  /** Fewer than requested where the plan, or what can be forecast, ends. */
  servedHours: number
  profileApplied: string | null
  weightsApplied: ScoreWeights
  /** `time` of the best hour; null without hours. */
  bestHour: string | null
  worstHour: string | null
  confidence: number
  methodologyVersions: MethodologyVersions
  hours: HourlyScore[]
}
