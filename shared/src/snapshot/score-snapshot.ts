import * as v from 'valibot'
import { FiniteNumber, Int32, UtcTimestamp } from '../contract/fields.ts'
import { SubScore } from '../contract/score.ts'
import { dataModes } from '../grid/feeds.ts'
import { gridSignalStatuses } from '../grid/grid-signal.ts'
import type { SnapshotKind } from './snapshot-store.ts'

const SubScores = v.pipe(v.array(SubScore), v.length(4))

/** The live score before any weighting, as svc-ingest computes it and svc-score serves it. Prices are rounded as served. */
export const ScoreSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  subScores: SubScores,
  confidence: Int32,
  /** A feed that the score weighs is late or missing. */
  hasLateSource: v.boolean(),
  sourceAvailability: v.record(v.string(), v.boolean()),
  spotPriceEurPerMWh: v.nullable(FiniteNumber),
  gridSignalStatus: v.nullable(v.picklist(gridSignalStatuses)),
})
export type ScoreSnapshot = v.InferOutput<typeof ScoreSnapshot>

export const scoreSnapshot: SnapshotKind<ScoreSnapshot> = { name: 'score', schemaVersion: 1, schema: ScoreSnapshot }

/** One hour of the newest forecast, before any weighting. */
export const ForecastHour = v.strictObject({
  time: UtcTimestamp,
  subScores: SubScores,
  confidence: Int32,
  spotPriceEurPerMWh: v.nullable(FiniteNumber),
  carbonIntensityGco2Kwh: v.nullable(FiniteNumber),
})
export type ForecastHour = v.InferOutput<typeof ForecastHour>

/** The newest forecast, hours ascending, the first being the first full hour after `issuedAt`. */
export const ForecastSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  issuedAt: UtcTimestamp,
  hasLateSource: v.boolean(),
  hours: v.array(ForecastHour),
})
export type ForecastSnapshot = v.InferOutput<typeof ForecastSnapshot>

export const forecastSnapshot: SnapshotKind<ForecastSnapshot> = {
  name: 'forecast',
  schemaVersion: 1,
  schema: ForecastSnapshot,
}
