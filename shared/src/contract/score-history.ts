import * as v from 'valibot'
import { MethodologyVersionSet } from './carbon-intensity.ts'
import { FiniteNumber, Int32, UtcTimestamp } from './fields.ts'
import { scoreLevels } from './score.ts'

/** Resolutions of history and analytics: 10 minutes (the auditable reference), or the mean of the points of an hour. */
export const granularities = ['raw', 'hourly'] as const
export type Granularity = (typeof granularities)[number]

/** Distance of two raw points, minutes. */
export const rawResolutionMinutes = 10
/** Longest window of one request, days. */
export const maxWindowDays = 366
/** Up to this window, days, history is raw when no granularity is asked for. */
export const rawByDefaultDays = 31
/** Window when `from` is not given, hours. */
export const defaultWindowHours = 24

/** A combination of versions that was observed on a range, and the slots computed with it. */
export const MethodologyBreakdownEntry = v.strictObject({
  methodologyVersions: MethodologyVersionSet,
  sampleCount: Int32,
})
export type MethodologyBreakdownEntry = v.InferOutput<typeof MethodologyBreakdownEntry>

/** One point of the history (decisions §3). Null where the point carries no such value. */
export const HistoryPoint = v.strictObject({
  timestamp: UtcTimestamp,
  globalScore: Int32,
  level: v.picklist(scoreLevels),
  confidence: Int32,
  carbonSlotStart: v.nullable(UtcTimestamp),
  carbonIntensityGco2Kwh: v.nullable(FiniteNumber),
  carbonIntensityConsumptionGco2Kwh: v.nullable(FiniteNumber),
  lowCarbonPct: v.nullable(FiniteNumber),
  spotPriceEurPerMWh: v.nullable(FiniteNumber),
})
export type HistoryPoint = v.InferOutput<typeof HistoryPoint>

/** What history and analytics say first, and alike. */
const windowEntries = {
  from: UtcTimestamp,
  to: UtcTimestamp,
  effectiveFrom: UtcTimestamp,
  truncated: v.boolean(),
  maxHistoryDays: Int32,
  granularity: v.nullable(v.picklist(granularities)),
  profileApplied: v.nullable(v.string()),
  seriesStart: v.nullable(UtcTimestamp),
  carbonSeriesStart: v.nullable(UtcTimestamp),
  consumptionSeriesStart: v.nullable(UtcTimestamp),
}

/** Body of `GET /v1/score/history`. */
export const ScoreHistoryResponse = v.strictObject({
  ...windowEntries,
  sampleCount: Int32,
  methodologyBreakdown: v.array(MethodologyBreakdownEntry),
  points: v.array(HistoryPoint),
})
export type ScoreHistoryResponse = v.InferOutput<typeof ScoreHistoryResponse>

/** An hour of the day and its mean composite. */
const RankedHour = v.strictObject({
  hour: v.pipe(Int32, v.minValue(0), v.maxValue(23)),
  avgGlobalScore: FiniteNumber,
  sampleCount: Int32,
})

/** Most hours that `bestHours` and `worstHours` list. */
export const maxRankedHours = 5
const RankedHours = v.pipe(v.array(RankedHour), v.maxLength(maxRankedHours))

/** Body of `GET /v1/score/analytics`. Averages are null when the range holds no sample of the value. */
export const ScoreAnalyticsResponse = v.strictObject({
  ...windowEntries,
  timeZone: v.nullable(v.string()),
  sampleCount: Int32,
  carbonSampleCount: Int32,
  consumptionSampleCount: Int32,
  avgGlobalScore: v.nullable(FiniteNumber),
  optimalPct: v.nullable(FiniteNumber),
  bestHours: RankedHours,
  worstHours: RankedHours,
  avgCarbonIntensityGco2Kwh: v.nullable(FiniteNumber),
  avgLowCarbonPct: v.nullable(FiniteNumber),
  avgCarbonIntensityConsumptionGco2Kwh: v.nullable(FiniteNumber),
  avgConsumptionBoundaryDelta: v.nullable(FiniteNumber),
  methodologyBreakdown: v.array(MethodologyBreakdownEntry),
})
export type ScoreAnalyticsResponse = v.InferOutput<typeof ScoreAnalyticsResponse>

/** Body of `GET /api/coverage` (no key). */
export const CoverageResponse = v.strictObject({
  availableDays: Int32,
  seriesStart: v.nullable(UtcTimestamp),
  carbonSeriesStart: v.nullable(UtcTimestamp),
  consumptionSeriesStart: v.nullable(UtcTimestamp),
  lastPoint: v.nullable(UtcTimestamp),
  rawResolutionMinutes: v.literal(rawResolutionMinutes),
  pointCount: Int32,
  expectedPointCount: Int32,
  completenessPct: v.nullable(FiniteNumber),
})
export type CoverageResponse = v.InferOutput<typeof CoverageResponse>
