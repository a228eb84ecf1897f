import * as v from 'valibot'
import { tickEveryMinutes } from '../time/instant.ts'
import { Level } from './score.ts'
import { described, FiniteNumber, Int32, RequestedTimestamp, UtcTimestamp } from './values/fields.ts'
import { MethodologyVersionSet } from './values/versions.ts'

/** Resolutions of history and analytics: 10 minutes (the auditable reference), or the mean of the points of an hour. */
export const granularities = ['raw', 'hourly'] as const
export type Granularity = (typeof granularities)[number]

/** Distance of two raw points, minutes. */
export const rawResolutionMinutes = tickEveryMinutes
/** Longest window of one request, days. */
export const maxWindowDays = 366
/** Up to this window, days, history is raw when no granularity is asked for. */
export const rawByDefaultDays = 31
/** Window when `from` is not given, hours. */
export const defaultWindowHours = 24

/** A combination of versions that was observed on a range, and the slots computed with it. */
export const MethodologyBreakdownEntry = described(
  v.strictObject({
    methodologyVersions: MethodologyVersionSet,
    sampleCount: described(Int32, 'Slots of the range that were computed with these versions.'),
  }),
  'A combination of versions that occurs in the range.',
)
export type MethodologyBreakdownEntry = v.InferOutput<typeof MethodologyBreakdownEntry>

/** One point of the history. Null where the point carries no such value. */
export const HistoryPoint = described(
  v.strictObject({
    timestamp: described(UtcTimestamp, 'Start of the slot, UTC: a tenth minute, or an hour.'),
    globalScore: described(Int32, 'Weighted score, 0 to 100.'),
    level: Level,
    confidence: described(
      Int32,
      'Reliability, 0 to 100. Points below 50 are kept here, though they were not served live.',
    ),
    carbonSlotStart: described(v.nullable(UtcTimestamp), 'Start of the hour that the intensity describes, UTC.'),
    carbonIntensityGco2Kwh: described(v.nullable(FiniteNumber), 'Production boundary, gCO2eq/kWh.'),
    carbonIntensityConsumptionGco2Kwh: described(v.nullable(FiniteNumber), 'Consumption boundary, gCO2eq/kWh.'),
    lowCarbonPct: described(v.nullable(FiniteNumber), 'Low-carbon share of the production, %.'),
    spotPriceEurPerMWh: described(v.nullable(FiniteNumber), 'Day-ahead price, EUR/MWh.'),
  }),
  'One point of the history. Null means that the point carries no such value.',
)
export type HistoryPoint = v.InferOutput<typeof HistoryPoint>

/**
 * How a point was made: at its tick, or afterwards from stored feed data; `mixed` for an hour of both. The JSON response is closed and has no
 * such field.
 */
export const pointProvenances = ['live', 'backfilled', 'mixed'] as const
export type PointProvenance = (typeof pointProvenances)[number]

/** One point of a history as CSV or NDJSON, its columns or keys in this order. */
export const ExportedHistoryPoint = v.strictObject({
  ...HistoryPoint.entries,
  provenance: v.picklist(pointProvenances),
})
export type ExportedHistoryPoint = v.InferOutput<typeof ExportedHistoryPoint>

/** Headers of CSV and NDJSON: start of the served points, and whether it is later than `from`; JSON has both in its body. */
export const effectiveFromHeader = 'x-effective-from'
export const truncatedHeader = 'x-truncated'

/** How far back the series reach. */
const seriesEntries = {
  seriesStart: described(v.nullable(UtcTimestamp), 'The oldest stored point, UTC.'),
  carbonSeriesStart: described(v.nullable(UtcTimestamp), 'The oldest point with a carbon intensity, UTC.'),
  consumptionSeriesStart: described(
    v.nullable(UtcTimestamp),
    'The oldest point with a consumption-boundary value, UTC.',
  ),
}

const MethodologyBreakdown = described(
  v.array(MethodologyBreakdownEntry),
  'Combinations of versions in the range, the most frequent first.',
)

/** First fields of history and analytics. */
const windowEntries = {
  from: described(RequestedTimestamp, 'Start of the window as asked for, UTC, inclusive.'),
  to: described(
    RequestedTimestamp,
    'End of the window as asked for, UTC, exclusive; what lies in the future holds nothing yet.',
  ),
  effectiveFrom: described(RequestedTimestamp, 'Start of what is served, UTC; later than from when truncated.'),
  truncated: described(v.boolean(), 'True when the window was shortened to the data there are.'),
  maxHistoryDays: described(Int32, 'Depth of the plan, days.'),
  granularity: described(
    v.nullable(v.picklist(granularities)),
    'raw: every 10 minutes, the auditable reference; hourly: means of an hour.',
  ),
  profileApplied: described(
    v.nullable(v.string()),
    'Preset that was applied, or custom for own weights; null for the stored national values.',
  ),
  ...seriesEntries,
}

/** Body of `GET /v1/score/history`. */
export const ScoreHistoryResponse = described(
  v.strictObject({
    ...windowEntries,
    sampleCount: described(Int32, 'Points served.'),
    methodologyBreakdown: MethodologyBreakdown,
    points: described(v.array(HistoryPoint), 'Points in order. Empty when nothing is stored in the window.'),
  }),
  'Past points of the score.',
)
export type ScoreHistoryResponse = v.InferOutput<typeof ScoreHistoryResponse>

/** An hour of the day and its mean composite. */
export const RankedHour = described(
  v.strictObject({
    hour: described(v.pipe(Int32, v.minValue(0), v.maxValue(23)), 'Hour of the day in timeZone, 0 to 23.'),
    avgGlobalScore: described(FiniteNumber, 'Mean score of the slots in this hour of the day.'),
    sampleCount: described(Int32, 'Slots in this hour of the day.'),
  }),
  'An hour of the day and its mean score.',
)

/** Most hours that `bestHours` and `worstHours` list. */
export const maxRankedHours = 5
const RankedHours = v.pipe(v.array(RankedHour), v.maxLength(maxRankedHours))

/** Body of `GET /v1/score/analytics`. Averages are null when the range holds no sample of the value. */
export const ScoreAnalyticsResponse = described(
  v.strictObject({
    ...windowEntries,
    timeZone: described(v.nullable(v.string()), 'Zone of bestHours and worstHours.'),
    sampleCount: described(Int32, 'Slots of the range; on hourly granularity, hours.'),
    carbonSampleCount: described(Int32, 'Slots with a carbon intensity: the sample behind its averages.'),
    consumptionSampleCount: described(
      Int32,
      'Slots with a consumption-boundary value: the sample behind its averages.',
    ),
    avgGlobalScore: described(v.nullable(FiniteNumber), 'Mean score, one decimal. Null without samples.'),
    optimalPct: described(v.nullable(FiniteNumber), 'Share of the slots at level Optimal, %. Null without samples.'),
    bestHours: described(RankedHours, 'At most five hours of the day, the most favourable first.'),
    worstHours: described(RankedHours, 'At most five hours of the day, the least favourable first.'),
    avgCarbonIntensityGco2Kwh: described(v.nullable(FiniteNumber), 'Mean production-boundary intensity, gCO2eq/kWh.'),
    avgLowCarbonPct: described(v.nullable(FiniteNumber), 'Mean low-carbon share, %.'),
    avgCarbonIntensityConsumptionGco2Kwh: described(
      v.nullable(FiniteNumber),
      'Mean consumption-boundary intensity, gCO2eq/kWh.',
    ),
    avgConsumptionBoundaryDelta: described(
      v.nullable(FiniteNumber),
      'Consumption minus production boundary, gCO2eq/kWh: of the two means where both have the same slots, otherwise the mean over the slots that have both.',
    ),
    methodologyBreakdown: MethodologyBreakdown,
  }),
  'Aggregates of a period. Averages are null when the range holds no sample of the value.',
)
export type ScoreAnalyticsResponse = v.InferOutput<typeof ScoreAnalyticsResponse>

/** Body of `GET /api/coverage` (no key). */
export const CoverageResponse = described(
  v.strictObject({
    availableDays: described(Int32, 'Days from the oldest point to now, begun ones included.'),
    ...seriesEntries,
    lastPoint: described(v.nullable(UtcTimestamp), 'The newest stored point, UTC.'),
    rawResolutionMinutes: described(v.literal(rawResolutionMinutes), 'Distance of two raw points, minutes.'),
    pointCount: described(Int32, 'Stored points.'),
    expectedPointCount: described(Int32, 'Points that there would be up to now without gaps.'),
    completenessPct: described(v.nullable(FiniteNumber), 'pointCount of expectedPointCount, %. Null without points.'),
    backfilledPointCount: described(
      Int32,
      'Stored points that were computed afterwards from stored feed data, not at their tick.',
    ),
    firstLivePoint: described(
      v.nullable(UtcTimestamp),
      'The oldest point that was computed at its tick, UTC. Null when there is none.',
    ),
  }),
  'How far back the history reaches, and how complete it is.',
)
export type CoverageResponse = v.InferOutput<typeof CoverageResponse>
