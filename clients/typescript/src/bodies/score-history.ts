import type { MethodologyVersions } from './grid.ts'
import type { ScoreLevel } from './score.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** `raw`: every 10 minutes. `hourly`: means of an hour. */
export type Granularity = 'raw' | 'hourly'

/** Computed at its tick, or afterwards from stored feed data; `mixed`: an hour whose points were made both ways. */
export type PointProvenance = 'live' | 'backfilled' | 'mixed'

/** Past points of the score and the carbon intensity. */
export type ScoreHistory = {
  /** Requested start of the window, UTC, inclusive. */
  from: string
  /** Requested end of the window, UTC, exclusive. The part of the window that lies in the future contains no points. */
  to: string
  /** Start of the served window, UTC; later than from when truncated is true. */
  effectiveFrom: string
  /** True when the window was shortened because older data are not stored. */
  truncated: boolean
  /** History depth of the plan, days. */
  maxHistoryDays: number
  /** raw: one point every 10 minutes, the auditable reference; hourly: hourly means. */
  granularity: Granularity | null
  /** Preset that was applied, or custom for custom weights. Null for the stored values with the national weighting. */
  profileApplied: string | null
  /** Time of the oldest stored point, UTC. */
  seriesStart: string | null
  /** Time of the oldest point with a carbon intensity, UTC. */
  carbonSeriesStart: string | null
  /** Time of the oldest point with a consumption-boundary value, UTC. */
  consumptionSeriesStart: string | null
  /** Number of points in this response. */
  sampleCount: number
  /** Combinations of methodology versions in the range, the most frequent first. */
  methodologyBreakdown: MethodologyBreakdownEntry[]
  /** Points in chronological order. Empty when no point is stored in the window. */
  points: HistoryPoint[]
}

/** One point of the history. Null means that the value is unknown for this point. */
export type HistoryPoint = {
  /** Start of the slot, UTC: a multiple of ten minutes, or a full hour. */
  timestamp: string
  /** Weighted score, 0 to 100. */
  globalScore: number
  /** Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40. */
  level: ScoreLevel
  /** Confidence, 0 to 100. The history contains points below 50, although /v1/score refused to serve them. */
  confidence: number
  /** Start of the hour that the carbon intensity describes, UTC. */
  carbonSlotStart: string | null
  /** Carbon intensity on the production boundary, gCO2eq/kWh. */
  carbonIntensityGco2Kwh: number | null
  /** Carbon intensity on the consumption boundary, gCO2eq/kWh. */
  carbonIntensityConsumptionGco2Kwh: number | null
  /** Low-carbon share of generation, %. */
  lowCarbonPct: number | null
  /** Day-ahead price, EUR/MWh. */
  spotPriceEurPerMWh: number | null
}

/** A combination of methodology versions that occurs in the range. */
export type MethodologyBreakdownEntry = {
  methodologyVersions: MethodologyVersions
  /** Number of slots in the range that were computed with these versions. */
  sampleCount: number
}

/** Aggregates of a period. A mean is null when the range contains no sample of the value. */
export type ScoreAnalytics = {
  /** Requested start of the window, UTC, inclusive. */
  from: string
  /** Requested end of the window, UTC, exclusive. The part of the window that lies in the future contains no points. */
  to: string
  /** Start of the served window, UTC; later than from when truncated is true. */
  effectiveFrom: string
  /** True when the window was shortened because older data are not stored. */
  truncated: boolean
  /** History depth of the plan, days. */
  maxHistoryDays: number
  /** raw: one point every 10 minutes, the auditable reference; hourly: hourly means. */
  granularity: Granularity | null
  /** Preset that was applied, or custom for custom weights. Null for the stored values with the national weighting. */
  profileApplied: string | null
  /** Time of the oldest stored point, UTC. */
  seriesStart: string | null
  /** Time of the oldest point with a carbon intensity, UTC. */
  carbonSeriesStart: string | null
  /** Time of the oldest point with a consumption-boundary value, UTC. */
  consumptionSeriesStart: string | null
  /** Time zone of bestHours and worstHours. */
  timeZone: string | null
  /** Number of slots in the range; with hourly granularity, number of hours. */
  sampleCount: number
  /** Number of slots with a carbon intensity: its means are calculated from these slots. */
  carbonSampleCount: number
  /** Number of slots with a consumption-boundary value: its means are calculated from these slots. */
  consumptionSampleCount: number
  /** Mean score, 0 to 100, one decimal. Null when the range contains no slot. */
  avgGlobalScore: number | null
  /** Share of slots at level Optimal, %. Null when the range contains no slot. */
  optimalPct: number | null
  /** At most five hours of the day, the most favourable first. */
  bestHours: RankedHour[]
  /** At most five hours of the day, the least favourable first. */
  worstHours: RankedHour[]
  /** Mean production-boundary intensity, gCO2eq/kWh. */
  avgCarbonIntensityGco2Kwh: number | null
  /** Mean low-carbon share, %. */
  avgLowCarbonPct: number | null
  /** Mean consumption-boundary intensity, gCO2eq/kWh. */
  avgCarbonIntensityConsumptionGco2Kwh: number | null
  /** Consumption-boundary minus production-boundary intensity, gCO2eq/kWh: the difference of the two means when both cover the same slots, otherwise the mean difference over the slots that have both values. */
  avgConsumptionBoundaryDelta: number | null
  /** Combinations of methodology versions in the range, the most frequent first. */
  methodologyBreakdown: MethodologyBreakdownEntry[]
}

/** An hour of the day and its mean score. */
export type RankedHour = {
  /** Hour of the day in timeZone, 0 to 23. */
  hour: number
  /** Mean score of the slots in this hour of the day, 0 to 100. */
  avgGlobalScore: number
  /** Number of slots in this hour of the day. */
  sampleCount: number
}

/** Extent and completeness of the history. */
export type Coverage = {
  /** Days from the oldest point to now; a day that has begun counts in full. */
  availableDays: number
  /** Time of the oldest stored point, UTC. */
  seriesStart: string | null
  /** Time of the oldest point with a carbon intensity, UTC. */
  carbonSeriesStart: string | null
  /** Time of the oldest point with a consumption-boundary value, UTC. */
  consumptionSeriesStart: string | null
  /** Time of the newest stored point, UTC. */
  lastPoint: string | null
  /** Interval between two raw points, minutes. */
  rawResolutionMinutes: 10
  /** Number of stored points. */
  pointCount: number
  /** Number of points that a history without gaps would contain up to now. */
  expectedPointCount: number
  /** pointCount as a share of expectedPointCount, %. Null when no point is stored. */
  completenessPct: number | null
  /** Number of stored points that were not computed live but later, from stored source data. */
  backfilledPointCount: number
  /** Time of the oldest point that was computed live, UTC. Null when there is no such point. */
  firstLivePoint: string | null
}
