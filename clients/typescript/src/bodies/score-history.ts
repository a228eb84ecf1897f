import type { MethodologyVersions } from './carbon-intensity.ts'
import type { ScoreLevel } from './score.ts'

/** `raw` = every 10 minutes, `hourly` = mean of the points of an hour. */
export type Granularity = 'raw' | 'hourly'

/** A combination of versions, and the slots that were computed with it. */
export type MethodologyBreakdownEntry = { methodologyVersions: MethodologyVersions; sampleCount: number }

/** One past point. Null where it carries no such value. */
export type HistoryPoint = {
  timestamp: string
  globalScore: number
  level: ScoreLevel
  confidence: number
  carbonSlotStart: string | null
  /** Production boundary, gCO2eq/kWh. */
  carbonIntensityGco2Kwh: number | null
  /** Consumption boundary, gCO2eq/kWh. */
  carbonIntensityConsumptionGco2Kwh: number | null
  lowCarbonPct: number | null
  spotPriceEurPerMWh: number | null
}

/** One past point of a streamed history: `mixed` is an hour whose points were made both ways. */
export type StreamedHistoryPoint = HistoryPoint & {
  /** Computed at its tick, or afterwards from stored feed data. */
  provenance: 'live' | 'backfilled' | 'mixed'
}

/** Past points from `effectiveFrom` up to, not including, `to`. */
export type ScoreHistory = {
  from: string
  to: string
  /** Later than `from` where the plan or the stored series begins later. */
  effectiveFrom: string
  truncated: boolean
  maxHistoryDays: number
  granularity: Granularity | null
  profileApplied: string | null
  seriesStart: string | null
  carbonSeriesStart: string | null
  consumptionSeriesStart: string | null
  sampleCount: number
  methodologyBreakdown: MethodologyBreakdownEntry[]
  points: HistoryPoint[]
}

/** An hour of the day (0–23, in `timeZone`) and its mean score. */
export type RankedHour = { hour: number; avgGlobalScore: number; sampleCount: number }

/** Aggregates of a period. Averages are null when the period holds no sample of the value. */
export type ScoreAnalytics = {
  from: string
  to: string
  effectiveFrom: string
  truncated: boolean
  maxHistoryDays: number
  granularity: Granularity | null
  profileApplied: string | null
  seriesStart: string | null
  carbonSeriesStart: string | null
  consumptionSeriesStart: string | null
  timeZone: string | null
  sampleCount: number
  carbonSampleCount: number
  consumptionSampleCount: number
  avgGlobalScore: number | null
  /** Share of the samples whose level is `Optimal`, %. */
  optimalPct: number | null
  /** At most 5, the best first. */
  bestHours: RankedHour[]
  /** At most 5, the worst first. */
  worstHours: RankedHour[]
  avgCarbonIntensityGco2Kwh: number | null
  avgLowCarbonPct: number | null
  avgCarbonIntensityConsumptionGco2Kwh: number | null
  avgConsumptionBoundaryDelta: number | null
  methodologyBreakdown: MethodologyBreakdownEntry[]
}

/** How far back the history reaches, and how complete it is. */
export type Coverage = {
  availableDays: number
  seriesStart: string | null
  carbonSeriesStart: string | null
  consumptionSeriesStart: string | null
  lastPoint: string | null
  rawResolutionMinutes: 10
  pointCount: number
  expectedPointCount: number
  completenessPct: number | null
  /** Points that were computed afterwards from stored feed data, not at their tick. */
  backfilledPointCount: number
  firstLivePoint: string | null
}
