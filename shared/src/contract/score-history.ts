import * as v from 'valibot'
import { tickEveryMinutes } from '../time/instant.ts'
import { Level } from './score.ts'
import { described, FiniteNumber, Int32, RequestedTimestamp, UtcTimestamp } from './values/fields.ts'
import { MethodologyVersionSet } from './values/versions.ts'

/** Resolutions of history and analytics: every 10 minutes (the auditable reference) or hourly means. */
export const granularities = ['raw', 'hourly'] as const
export type Granularity = (typeof granularities)[number]

/** Interval between two raw points, minutes. */
export const rawResolutionMinutes = tickEveryMinutes
/** Longest window of one request, days. */
export const maxWindowDays = 366
/** Longest window, days, that is raw by default. */
export const rawByDefaultDays = 31
/** Window when `from` is not given, hours. */
export const defaultWindowHours = 24

export const MethodologyBreakdownEntry = described(
  v.strictObject({
    methodologyVersions: MethodologyVersionSet,
    sampleCount: described(Int32, 'Number of slots in the range that were computed with these versions.'),
  }),
  'A combination of methodology versions that occurs in the range.',
)
export type MethodologyBreakdownEntry = v.InferOutput<typeof MethodologyBreakdownEntry>

export const HistoryPoint = described(
  v.strictObject({
    timestamp: described(UtcTimestamp, 'Start of the slot, UTC: a multiple of ten minutes, or a full hour.'),
    globalScore: described(Int32, 'Weighted score, 0 to 100.'),
    level: Level,
    confidence: described(
      Int32,
      'Confidence, 0 to 100. The history contains points below 50, although /v1/score refused to serve them.',
    ),
    carbonSlotStart: described(v.nullable(UtcTimestamp), 'Start of the hour that the carbon intensity describes, UTC.'),
    carbonIntensityGco2Kwh: described(
      v.nullable(FiniteNumber),
      'Carbon intensity on the production boundary, gCO2eq/kWh.',
    ),
    carbonIntensityConsumptionGco2Kwh: described(
      v.nullable(FiniteNumber),
      'Carbon intensity on the consumption boundary, gCO2eq/kWh.',
    ),
    lowCarbonPct: described(v.nullable(FiniteNumber), 'Low-carbon share of generation, %.'),
    spotPriceEurPerMWh: described(v.nullable(FiniteNumber), 'Day-ahead price, EUR/MWh.'),
  }),
  'One point of the history. Null means that the value is unknown for this point.',
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

/** Start of each series. */
const seriesEntries = {
  seriesStart: described(v.nullable(UtcTimestamp), 'Time of the oldest stored point, UTC.'),
  carbonSeriesStart: described(v.nullable(UtcTimestamp), 'Time of the oldest point with a carbon intensity, UTC.'),
  consumptionSeriesStart: described(
    v.nullable(UtcTimestamp),
    'Time of the oldest point with a consumption-boundary value, UTC.',
  ),
}

const MethodologyBreakdown = described(
  v.array(MethodologyBreakdownEntry),
  'Combinations of methodology versions in the range, the most frequent first.',
)

/** First fields of history and analytics. */
const windowEntries = {
  from: described(RequestedTimestamp, 'Requested start of the window, UTC, inclusive.'),
  to: described(
    RequestedTimestamp,
    'Requested end of the window, UTC, exclusive. The part of the window that lies in the future contains no points.',
  ),
  effectiveFrom: described(
    RequestedTimestamp,
    'Start of the served window, UTC; later than from when truncated is true.',
  ),
  truncated: described(v.boolean(), 'True when the window was shortened because older data are not stored.'),
  maxHistoryDays: described(Int32, 'History depth of the plan, days.'),
  granularity: described(
    v.nullable(v.picklist(granularities)),
    'raw: one point every 10 minutes, the auditable reference; hourly: hourly means.',
  ),
  profileApplied: described(
    v.nullable(v.string()),
    'Preset that was applied, or custom for custom weights. Null for the stored values with the national weighting.',
  ),
  ...seriesEntries,
}

/** Body of `GET /v1/score/history`. */
export const ScoreHistoryResponse = described(
  v.strictObject({
    ...windowEntries,
    sampleCount: described(Int32, 'Number of points in this response.'),
    methodologyBreakdown: MethodologyBreakdown,
    points: described(
      v.array(HistoryPoint),
      'Points in chronological order. Empty when no point is stored in the window.',
    ),
  }),
  'Past points of the score and the carbon intensity.',
)
export type ScoreHistoryResponse = v.InferOutput<typeof ScoreHistoryResponse>

export const RankedHour = described(
  v.strictObject({
    hour: described(v.pipe(Int32, v.minValue(0), v.maxValue(23)), 'Hour of the day in timeZone, 0 to 23.'),
    avgGlobalScore: described(FiniteNumber, 'Mean score of the slots in this hour of the day, 0 to 100.'),
    sampleCount: described(Int32, 'Number of slots in this hour of the day.'),
  }),
  'An hour of the day and its mean score.',
)

/** Maximum number of hours in `bestHours` and `worstHours`. */
export const maxRankedHours = 5
const RankedHours = v.pipe(v.array(RankedHour), v.maxLength(maxRankedHours))

/** Body of `GET /v1/score/analytics`. Averages are null when the range holds no sample of the value. */
export const ScoreAnalyticsResponse = described(
  v.strictObject({
    ...windowEntries,
    timeZone: described(v.nullable(v.string()), 'Time zone of bestHours and worstHours.'),
    sampleCount: described(Int32, 'Number of slots in the range; with hourly granularity, number of hours.'),
    carbonSampleCount: described(
      Int32,
      'Number of slots with a carbon intensity: its means are calculated from these slots.',
    ),
    consumptionSampleCount: described(
      Int32,
      'Number of slots with a consumption-boundary value: its means are calculated from these slots.',
    ),
    avgGlobalScore: described(
      v.nullable(FiniteNumber),
      'Mean score, 0 to 100, one decimal. Null when the range contains no slot.',
    ),
    optimalPct: described(
      v.nullable(FiniteNumber),
      'Share of slots at level Optimal, %. Null when the range contains no slot.',
    ),
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
      'Consumption-boundary minus production-boundary intensity, gCO2eq/kWh: the difference of the two means when both cover the same slots, otherwise the mean difference over the slots that have both values.',
    ),
    methodologyBreakdown: MethodologyBreakdown,
  }),
  'Aggregates of a period. A mean is null when the range contains no sample of the value.',
)
export type ScoreAnalyticsResponse = v.InferOutput<typeof ScoreAnalyticsResponse>

/** Body of `GET /api/coverage` (no key). */
export const CoverageResponse = described(
  v.strictObject({
    availableDays: described(Int32, 'Days from the oldest point to now; a day that has begun counts in full.'),
    ...seriesEntries,
    lastPoint: described(v.nullable(UtcTimestamp), 'Time of the newest stored point, UTC.'),
    rawResolutionMinutes: described(v.literal(rawResolutionMinutes), 'Interval between two raw points, minutes.'),
    pointCount: described(Int32, 'Number of stored points.'),
    expectedPointCount: described(Int32, 'Number of points that a history without gaps would contain up to now.'),
    completenessPct: described(
      v.nullable(FiniteNumber),
      'pointCount as a share of expectedPointCount, %. Null when no point is stored.',
    ),
    backfilledPointCount: described(
      Int32,
      'Number of stored points that were not computed live but later, from stored source data.',
    ),
    firstLivePoint: described(
      v.nullable(UtcTimestamp),
      'Time of the oldest point that was computed live, UTC. Null when there is no such point.',
    ),
  }),
  'Extent and completeness of the history.',
)
export type CoverageResponse = v.InferOutput<typeof CoverageResponse>
