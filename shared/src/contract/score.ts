import * as v from 'valibot'
import { gridSignalStatuses } from '../grid/public-signals.ts'
import { dimensions } from './dimensions.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from './values/fields.ts'
import { ScoreWeights } from './values/score-weights.ts'
import { ForecastVersionSet, MethodologyVersionSet } from './values/versions.ts'

/** Levels of the score, best first. */
export const scoreLevels = ['Optimal', 'Acceptable', 'Unfavorable'] as const
export type ScoreLevel = (typeof scoreLevels)[number]

export const Level = described(v.picklist(scoreLevels), 'Optimal from 70, Acceptable from 40, Unfavorable below.')

/** Service status of a score by its confidence (docs/develop/decisions-data.md#score-status): `ok` ≥ 70, `degraded` 50–69, `insufficient` below. */
export const scoreStatuses = ['ok', 'degraded', 'insufficient'] as const
export type ScoreStatus = (typeof scoreStatuses)[number]

/** 0–100, whole. */
const WholeScore = v.pipe(Int32, v.minValue(0), v.maxValue(100))

/** One dimension of a score: 0–100 with one decimal, and a French sentence that says why. */
export const SubScore = described(
  v.strictObject({
    dimension: described(v.picklist(dimensions), 'What is rated.'),
    value: described(
      v.pipe(FiniteNumber, v.minValue(0), v.maxValue(100)),
      '0 to 100, one decimal; higher is more favourable for consuming.',
    ),
    detail: described(v.string(), 'Why, in French; it says so when the value is an estimate.'),
  }),
  'One dimension of a score.',
)
export type SubScore = v.InferOutput<typeof SubScore>

const ProfileApplied = described(
  v.nullable(v.string()),
  'Preset that was applied, or custom for own weights; null for the default national weighting.',
)

/** Body of `GET /v1/score`: closed, field order as in the interface. */
export const EnergyScore = described(
  v.strictObject({
    computedAt: described(UtcTimestamp, 'Instant of the calculation, UTC.'),
    globalScore: described(WholeScore, 'Weighted score, 0 to 100; higher is more favourable for consuming.'),
    level: Level,
    recommendation: described(v.nullable(v.string()), 'What to do, in French.'),
    subScores: described(v.nullable(v.array(SubScore)), 'One per dimension: price, carbon, grid, adequacy.'),
    confidence: described(WholeScore, 'Reliability, 0 to 100, from the availability of the sources.'),
    status: described(
      v.nullable(v.picklist(scoreStatuses)),
      'ok from a confidence of 70, degraded from 50. Below 50 the score is refused with 503 insufficient_data.',
    ),
    sourceAvailability: described(
      v.nullable(v.record(v.string(), v.boolean())),
      'Source → whether it was available; explains a degraded score.',
    ),
    weightsApplied: ScoreWeights,
    profileApplied: ProfileApplied,
    spotPriceEurPerMWh: described(
      v.nullable(FiniteNumber),
      'Day-ahead price of the hour, EUR/MWh. Null when it was not available.',
    ),
    gridSignalStatus: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Grid-tension signal of the hour as published. Null when it was not available.',
    ),
    methodologyVersions: MethodologyVersionSet,
  }),
  'How favourable this hour is for consuming electricity in France.',
)
export type EnergyScore = v.InferOutput<typeof EnergyScore>

/** One hour of a forecast. */
export const HourlyScore = described(
  v.strictObject({
    time: described(UtcTimestamp, 'Start of the hour, UTC.'),
    globalScore: described(WholeScore, 'Weighted score of the hour, 0 to 100.'),
    level: Level,
    subScores: described(v.nullable(v.array(SubScore)), 'One per dimension: price, carbon, grid, adequacy.'),
    confidence: described(WholeScore, 'Reliability, 0 to 100; it decreases over the horizon.'),
    spotPriceEurPerMWh: described(
      v.nullable(FiniteNumber),
      'Day-ahead price, EUR/MWh. Null beyond the auctioned hours (the end of tomorrow at most), where an estimate stands in.',
    ),
    carbonIntensityGco2Kwh: described(
      v.nullable(FiniteNumber),
      'Expected production-boundary intensity, gCO2eq/kWh, of the projected mix: an indication, not an auditable value. Null when no mix can be projected.',
    ),
  }),
  'The score of one coming hour.',
)
export type HourlyScore = v.InferOutput<typeof HourlyScore>

/** Longest forecast, hours. */
export const maxForecastHours = 48
/** Hours of a forecast when none are asked for. */
export const defaultForecastHours = 24

/** Body of `GET /v1/score/forecast` (docs/develop/decisions.md#ranked-hours). `bestHour`/`worstHour` are the `time` of an hour; null without hours. */
export const ScoreForecast = described(
  v.strictObject({
    generatedAt: described(UtcTimestamp, 'When the forecast was computed, UTC.'),
    requestedHours: described(Int32, 'Hours that were asked for.'),
    servedHours: described(Int32, 'Hours that are served: fewer when the plan reaches less far or less is known.'),
    profileApplied: ProfileApplied,
    weightsApplied: ScoreWeights,
    bestHour: described(v.nullable(UtcTimestamp), 'time of the most favourable hour, UTC; null without hours.'),
    worstHour: described(v.nullable(UtcTimestamp), 'time of the least favourable hour, UTC; null without hours.'),
    confidence: described(WholeScore, 'The least confidence of the hours served; 0 without hours.'),
    methodologyVersions: ForecastVersionSet,
    hours: described(
      v.pipe(v.array(HourlyScore), v.maxLength(maxForecastHours)),
      'From the next full hour on, in order. Empty when there is nothing to forecast.',
    ),
  }),
  'The score of the coming hours.',
)
export type ScoreForecast = v.InferOutput<typeof ScoreForecast>
