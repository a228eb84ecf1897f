import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { BandLevels } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import { assembleIssue, type ScoredIssue } from '@hexawatt/shared/methodology/forecast/issue/assemble-issue'
import { countComputedHours, type ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { createAnalogInputsReader } from './analog-inputs-reader.ts'
import { createBandLevelsReader } from './band-state.ts'

/** Inputs of an issue in addition to the score inputs, each as known at an instant. */
export type IssueDeps = {
  /** Inputs of the forecast; null without emission factors. */
  readAnalogInputs: (at: Temporal.Instant) => Promise<AnalogInputs | null>
  /** Levels of the bands. */
  readBandLevels: (at: Temporal.Instant) => Promise<BandLevels>
}

/** One per program: the inputs are cached. */
export function createIssueDeps(sql: Sql): IssueDeps {
  return { readAnalogInputs: createAnalogInputsReader(sql), readBandLevels: createBandLevelsReader(sql) }
}

/**
 * The forecast of `now` with the score of each hour: the hour in progress and the 50 after it, with weather 74. Snapshot, points and archive take theirs from here.
 *
 * @param inputs of the score, as known at `now`
 */
export async function issueForecast(
  { readAnalogInputs, readBandLevels }: IssueDeps,
  inputs: ScoreInputs,
  now: Temporal.Instant,
): Promise<ScoredIssue> {
  const [analog, levels] = await Promise.all([readAnalogInputs(now), readBandLevels(now)])
  const hours = countComputedHours(analog !== null && analog.weather !== null)
  return assembleIssue({ inputs, analog, levels }, now, hours)
}
