import * as v from 'valibot'
import { gridSignalStatuses } from '../grid/grid-signal.ts'
import { MethodologyVersionSet } from './carbon-intensity.ts'
import { FiniteNumber, Int32, UtcTimestamp } from './fields.ts'

/** The dimensions of the score, in the order of every answer. */
export const dimensions = ['price', 'carbon', 'grid', 'adequacy'] as const
export type Dimension = (typeof dimensions)[number]

/** Levels of the score, best first. */
export const scoreLevels = ['Optimal', 'Acceptable', 'Unfavorable'] as const
export type ScoreLevel = (typeof scoreLevels)[number]

/** Service status of a score by its confidence (decisions §4): `ok` ≥ 70, `degraded` 50–69, `insufficient` below. */
export const scoreStatuses = ['ok', 'degraded', 'insufficient'] as const
export type ScoreStatus = (typeof scoreStatuses)[number]

/** 0–100, whole. */
const WholeScore = v.pipe(Int32, v.minValue(0), v.maxValue(100))

/** One dimension of a score: 0–100 with one decimal, and a French sentence that says why. */
export const SubScore = v.strictObject({
  dimension: v.picklist(dimensions),
  value: v.pipe(FiniteNumber, v.minValue(0), v.maxValue(100)),
  detail: v.string(),
})
export type SubScore = v.InferOutput<typeof SubScore>

/** Weights of the four dimensions; they sum to 1. */
export const ScoreWeights = v.strictObject({
  price: FiniteNumber,
  carbon: FiniteNumber,
  grid: FiniteNumber,
  adequacy: FiniteNumber,
})
export type ScoreWeights = v.InferOutput<typeof ScoreWeights>

/** Body of `GET /v1/score`: closed, field order as in the interface. */
export const EnergyScore = v.strictObject({
  computedAt: UtcTimestamp,
  globalScore: WholeScore,
  level: v.picklist(scoreLevels),
  recommendation: v.nullable(v.string()),
  subScores: v.nullable(v.array(SubScore)),
  confidence: WholeScore,
  status: v.nullable(v.picklist(scoreStatuses)),
  sourceAvailability: v.nullable(v.record(v.string(), v.boolean())),
  weightsApplied: ScoreWeights,
  profileApplied: v.nullable(v.string()),
  spotPriceEurPerMWh: v.nullable(FiniteNumber),
  gridSignalStatus: v.nullable(v.picklist(gridSignalStatuses)),
  methodologyVersions: MethodologyVersionSet,
})
export type EnergyScore = v.InferOutput<typeof EnergyScore>

/** One hour of a forecast. */
export const HourlyScore = v.strictObject({
  time: UtcTimestamp,
  globalScore: WholeScore,
  level: v.picklist(scoreLevels),
  subScores: v.nullable(v.array(SubScore)),
  confidence: WholeScore,
  spotPriceEurPerMWh: v.nullable(FiniteNumber),
  carbonIntensityGco2Kwh: v.nullable(FiniteNumber),
})
export type HourlyScore = v.InferOutput<typeof HourlyScore>

/** Longest forecast, hours. */
export const maxForecastHours = 48
/** Hours of a forecast when none are asked for. */
export const defaultForecastHours = 24

/** Body of `GET /v1/score/forecast` (decisions §3). `bestHour`/`worstHour` are the `time` of an hour; null without hours. */
export const ScoreForecast = v.strictObject({
  generatedAt: UtcTimestamp,
  requestedHours: Int32,
  servedHours: Int32,
  profileApplied: v.nullable(v.string()),
  weightsApplied: ScoreWeights,
  bestHour: v.nullable(UtcTimestamp),
  worstHour: v.nullable(UtcTimestamp),
  confidence: WholeScore,
  methodologyVersions: MethodologyVersionSet,
  hours: v.pipe(v.array(HourlyScore), v.maxLength(maxForecastHours)),
})
export type ScoreForecast = v.InferOutput<typeof ScoreForecast>
