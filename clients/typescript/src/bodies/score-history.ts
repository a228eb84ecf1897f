import type { MethodologyVersions } from './grid.ts'
import type { ScoreLevel } from './score.ts'

// Made from the contract by `bun run docs`; change it there.

/** `raw`: every 10 minutes. `hourly`: means of an hour. */
export type Granularity = 'raw' | 'hourly'

/** Computed at its tick, or afterwards from stored feed data; `mixed`: an hour whose points were made both ways. */
export type PointProvenance = 'live' | 'backfilled' | 'mixed'

/** Past points of the score. */
export type ScoreHistory = {
  /** Start of the window as asked for, UTC, inclusive. */
  from: string
  /** End of the window as asked for, UTC, exclusive; what lies in the future holds nothing yet. */
  to: string
  /** Start of what is served, UTC; later than from when truncated. */
  effectiveFrom: string
  /** True when the window was shortened to the data there are. */
  truncated: boolean
  /** Depth of the plan, days. */
  maxHistoryDays: number
  /** raw: every 10 minutes, the auditable reference; hourly: means of an hour. */
  granularity: Granularity | null
  /** Preset that was applied, or custom for own weights; null for the stored national values. */
  profileApplied: string | null
  /** The oldest stored point, UTC. */
  seriesStart: string | null
  /** The oldest point with a carbon intensity, UTC. */
  carbonSeriesStart: string | null
  /** The oldest point with a consumption-boundary value, UTC. */
  consumptionSeriesStart: string | null
  /** Points served. */
  sampleCount: number
  /** Combinations of versions in the range, the most frequent first. */
  methodologyBreakdown: MethodologyBreakdownEntry[]
  /** Points in order. Empty when nothing is stored in the window. */
  points: HistoryPoint[]
}

/** One point of the history. Null means that the point carries no such value. */
export type HistoryPoint = {
  /** Start of the slot, UTC: a tenth minute, or an hour. */
  timestamp: string
  /** Weighted score, 0 to 100. */
  globalScore: number
  /** Optimal from 70, Acceptable from 40, Unfavorable below. */
  level: ScoreLevel
  /** Reliability, 0 to 100. Points below 50 are kept here, though they were not served live. */
  confidence: number
  /** Start of the hour that the intensity describes, UTC. */
  carbonSlotStart: string | null
  /** Production boundary, gCO2eq/kWh. */
  carbonIntensityGco2Kwh: number | null
  /** Consumption boundary, gCO2eq/kWh. */
  carbonIntensityConsumptionGco2Kwh: number | null
  /** Low-carbon share of the production, %. */
  lowCarbonPct: number | null
  /** Day-ahead price, EUR/MWh. */
  spotPriceEurPerMWh: number | null
}

/** A combination of versions that occurs in the range. */
export type MethodologyBreakdownEntry = {
  methodologyVersions: MethodologyVersions
  /** Slots of the range that were computed with these versions. */
  sampleCount: number
}

/** Aggregates of a period. Averages are null when the range holds no sample of the value. */
export type ScoreAnalytics = {
  /** Start of the window as asked for, UTC, inclusive. */
  from: string
  /** End of the window as asked for, UTC, exclusive; what lies in the future holds nothing yet. */
  to: string
  /** Start of what is served, UTC; later than from when truncated. */
  effectiveFrom: string
  /** True when the window was shortened to the data there are. */
  truncated: boolean
  /** Depth of the plan, days. */
  maxHistoryDays: number
  /** raw: every 10 minutes, the auditable reference; hourly: means of an hour. */
  granularity: Granularity | null
  /** Preset that was applied, or custom for own weights; null for the stored national values. */
  profileApplied: string | null
  /** The oldest stored point, UTC. */
  seriesStart: string | null
  /** The oldest point with a carbon intensity, UTC. */
  carbonSeriesStart: string | null
  /** The oldest point with a consumption-boundary value, UTC. */
  consumptionSeriesStart: string | null
  /** Zone of bestHours and worstHours. */
  timeZone: string | null
  /** Slots of the range; on hourly granularity, hours. */
  sampleCount: number
  /** Slots with a carbon intensity: the sample behind its averages. */
  carbonSampleCount: number
  /** Slots with a consumption-boundary value: the sample behind its averages. */
  consumptionSampleCount: number
  /** Mean score, one decimal. Null without samples. */
  avgGlobalScore: number | null
  /** Share of the slots at level Optimal, %. Null without samples. */
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
  /** Consumption minus production boundary, gCO2eq/kWh: of the two means where both have the same slots, otherwise the mean over the slots that have both. */
  avgConsumptionBoundaryDelta: number | null
  /** Combinations of versions in the range, the most frequent first. */
  methodologyBreakdown: MethodologyBreakdownEntry[]
}

/** An hour of the day and its mean score. */
export type RankedHour = {
  /** Hour of the day in timeZone, 0 to 23. */
  hour: number
  /** Mean score of the slots in this hour of the day. */
  avgGlobalScore: number
  /** Slots in this hour of the day. */
  sampleCount: number
}

/** How far back the history reaches, and how complete it is. */
export type Coverage = {
  /** Days from the oldest point to now, begun ones included. */
  availableDays: number
  /** The oldest stored point, UTC. */
  seriesStart: string | null
  /** The oldest point with a carbon intensity, UTC. */
  carbonSeriesStart: string | null
  /** The oldest point with a consumption-boundary value, UTC. */
  consumptionSeriesStart: string | null
  /** The newest stored point, UTC. */
  lastPoint: string | null
  /** Distance of two raw points, minutes. */
  rawResolutionMinutes: 10
  /** Stored points. */
  pointCount: number
  /** Points that there would be up to now without gaps. */
  expectedPointCount: number
  /** pointCount of expectedPointCount, %. Null without points. */
  completenessPct: number | null
  /** Stored points that were computed afterwards from stored feed data, not at their tick. */
  backfilledPointCount: number
  /** The oldest point that was computed at its tick, UTC. Null when there is none. */
  firstLivePoint: string | null
}
