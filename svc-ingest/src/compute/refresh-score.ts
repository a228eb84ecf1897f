import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/assemble-inputs'
import { scoreForecast, scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { forecastSnapshot, scoreSnapshot, snapshotForecastHours } from '@hexawatt/shared/snapshot/score-snapshot'
import type { CarbonRows } from './carbon-rows.ts'
import { presentForecast, presentScore } from './present-score.ts'
import type { RefreshDeps } from './refresh-deps.ts'
import { readScoreKnowledge } from './score-rows.ts'

/**
 * Computes the live score and the forecast from what is known at `now` and writes their snapshots. They are written also when
 * little is known: their confidence says so, and the service refuses what is too uncertain.
 *
 * @param carbon rows of the same instant
 */
export async function refreshScore(
  { sql, snapshots, mode }: RefreshDeps,
  carbon: Promise<CarbonRows>,
  now: Temporal.Instant,
): Promise<void> {
  const { rows } = await readScoreKnowledge(sql, carbon, now)
  const inputs = assembleScoreInputs(rows, now)
  const score = presentScore(scoreNow(inputs, now), inputs, now, mode)
  const forecast = presentForecast(scoreForecast(inputs, now, snapshotForecastHours), inputs, now, mode)
  await snapshots.write(scoreSnapshot, score, now)
  await snapshots.write(forecastSnapshot, forecast, now)
}
