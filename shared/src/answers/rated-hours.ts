import type { SubScore } from '../contract/score.ts'
import type { SubScoreValues } from '../methodology/score/sub-scores.ts'
import type { ForecastHour } from '../snapshot/score-snapshot.ts'

/** A forecast hour as hours are compared. */
export type RatedHour = { startMs: number; values: SubScoreValues }

/** The values of sub-scores by their dimension. */
export function valuesOfSubScores(subScores: readonly SubScore[]): SubScoreValues {
  const values = { price: Number.NaN, carbon: Number.NaN, grid: Number.NaN, adequacy: Number.NaN }
  for (const { dimension, value } of subScores) values[dimension] = value
  return values
}

/** Forecast hours with their values taken out, in the same order. */
export function ratedHours(hours: readonly ForecastHour[]): RatedHour[] {
  return hours.map(({ time, subScores }) => ({
    startMs: Temporal.Instant.from(time).epochMilliseconds,
    values: valuesOfSubScores(subScores),
  }))
}
