import * as v from 'valibot'
import { gridSignalStatuses } from '../grid/public-signals.ts'
import { dimensions } from './dimensions.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from './values/fields.ts'
import { ScoreWeights } from './values/score-weights.ts'
import { ForecastVersionSet, MethodologyVersionSet } from './values/versions.ts'

/** Levels of the score, best first. */
export const scoreLevels = ['Optimal', 'Acceptable', 'Unfavorable'] as const
export type ScoreLevel = (typeof scoreLevels)[number]

export const Level = described(
  v.picklist(scoreLevels),
  'Optimal: score of 70 or more; Acceptable: 40 to 69; Unfavorable: below 40.',
)

/** Service status of a score by its confidence (docs/develop/decisions-data.md#score-status): `ok` ≥ 70, `degraded` 50–69, `insufficient` below. */
export const scoreStatuses = ['ok', 'degraded', 'insufficient'] as const
export type ScoreStatus = (typeof scoreStatuses)[number]

/** 0–100, whole. */
const WholeScore = v.pipe(Int32, v.minValue(0), v.maxValue(100))

export const SubScore = described(
  v.strictObject({
    dimension: described(v.picklist(dimensions), 'Dimension that the sub-score rates.'),
    value: described(
      v.pipe(FiniteNumber, v.minValue(0), v.maxValue(100)),
      'Sub-score, 0 to 100, one decimal. A higher value means a better time to consume.',
    ),
    detail: described(
      v.string(),
      'Explanation of the value, in French. It states when the value is an estimate, and whether that estimate counts in the score.',
    ),
  }),
  'One dimension of a score.',
)
export type SubScore = v.InferOutput<typeof SubScore>

const ProfileApplied = described(
  v.nullable(v.string()),
  'Preset that was applied, or custom for custom weights. Null for the default national weighting.',
)

/** Body of `GET /v1/score`. The object is closed and the order of its fields is fixed. */
export const EnergyScore = described(
  v.strictObject({
    computedAt: described(UtcTimestamp, 'Time of the calculation, UTC.'),
    globalScore: described(
      WholeScore,
      'Weighted score, 0 to 100. A higher value means a better time to consume electricity.',
    ),
    level: Level,
    recommendation: described(v.nullable(v.string()), 'Advice on what to do now, in French.'),
    subScores: described(v.nullable(v.array(SubScore)), 'One sub-score per dimension: price, carbon, grid, adequacy.'),
    confidence: described(
      WholeScore,
      'Confidence in the score, 0 to 100, calculated from the availability of the sources.',
    ),
    status: described(
      v.nullable(v.picklist(scoreStatuses)),
      'ok: confidence of 70 or more; degraded: 50 to 69. Below 50 the API answers 503 insufficient_data instead of a score.',
    ),
    sourceAvailability: described(
      v.nullable(v.record(v.string(), v.boolean())),
      'Availability of each source, by the name of the source. It explains a degraded score.',
    ),
    weightsApplied: ScoreWeights,
    profileApplied: ProfileApplied,
    spotPriceEurPerMWh: described(
      v.nullable(FiniteNumber),
      'Day-ahead price of the hour, EUR/MWh. Null when it was not available.',
    ),
    gridSignalStatus: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Published grid-tension signal of the hour. Null when it was not available.',
    ),
    methodologyVersions: MethodologyVersionSet,
  }),
  'Score of the current hour: how favourable it is to consume electricity in France now.',
)
export type EnergyScore = v.InferOutput<typeof EnergyScore>

export const HourlyScore = described(
  v.strictObject({
    time: described(UtcTimestamp, 'Start of the hour, UTC.'),
    globalScore: described(WholeScore, 'Weighted score of the hour, 0 to 100.'),
    level: Level,
    subScores: described(v.nullable(v.array(SubScore)), 'One sub-score per dimension: price, carbon, grid, adequacy.'),
    confidence: described(WholeScore, 'Confidence in the score, 0 to 100. It decreases with the lead time.'),
    spotPriceEurPerMWh: described(
      v.nullable(FiniteNumber),
      'Day-ahead price, EUR/MWh. Null for hours that have not been auctioned (auctions reach at most to the end of tomorrow); the sub-score then uses an estimate.',
    ),
    carbonIntensityGco2Kwh: described(
      v.nullable(FiniteNumber),
      'Forecast production-boundary intensity, gCO2eq/kWh: an indication, not an auditable value. Null when no mix can be forecast.',
    ),
  }),
  'Score of one coming hour.',
)
export type HourlyScore = v.InferOutput<typeof HourlyScore>

/** Longest forecast of the score, hours. */
export const maxForecastHours = 48
/** Default length of a forecast, hours. */
export const defaultForecastHours = 24

/** Body of `GET /v1/score/forecast` (docs/develop/decisions.md#ranked-hours). `bestHour`/`worstHour` are the `time` of an hour; null without hours. */
export const ScoreForecast = described(
  v.strictObject({
    generatedAt: described(UtcTimestamp, 'Time at which the forecast was computed, UTC.'),
    requestedHours: described(Int32, 'Number of hours requested.'),
    servedHours: described(
      Int32,
      'Number of hours served. It is lower than requestedHours when the plan or the available data end earlier.',
    ),
    profileApplied: ProfileApplied,
    weightsApplied: ScoreWeights,
    bestHour: described(
      v.nullable(UtcTimestamp),
      'Start of the hour with the best score, UTC. Null when hours is empty.',
    ),
    worstHour: described(
      v.nullable(UtcTimestamp),
      'Start of the hour with the worst score, UTC. Null when hours is empty.',
    ),
    confidence: described(WholeScore, 'Lowest confidence of the served hours, 0 to 100; 0 when hours is empty.'),
    methodologyVersions: ForecastVersionSet,
    hours: described(
      v.pipe(v.array(HourlyScore), v.maxLength(maxForecastHours)),
      'Hours in chronological order, from the next full hour on. Empty when no forecast exists.',
    ),
  }),
  'Score of the coming hours.',
)
export type ScoreForecast = v.InferOutput<typeof ScoreForecast>
