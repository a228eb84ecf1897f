import type { MaybePromise } from '@hexawatt/shared/bounds/maybe-promise'
import { isReferenceSynchronised } from '@hexawatt/shared/methodology/availability'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/assemble-inputs'
import { subScoreDetails } from '@hexawatt/shared/methodology/score/present-sub-scores'
import { readScoreRows } from '@hexawatt/shared/methodology/score/read-score-rows'
import { computedForecastHours, scoreForecast, scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { scoreReasonsSnapshot } from '@hexawatt/shared/snapshot/score-reasons-snapshot'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/score-snapshot'
import { type StoredCarbonRows, storedRowsSource } from '../inputs/stored-rows-source.ts'
import { readReferenceAges } from '../pipeline/source-status-store.ts'
import { presentForecast, presentScore } from './present-score.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/**
 * Computes the live score and the forecast from what is known at `now` and writes their snapshots. They are written also when
 * little is known: their confidence says so, and the service refuses what is too uncertain. A reference whose synchronisation fails for a
 * month is told as not available; points keep no availability of references.
 *
 * @param carbon rows of the same instant
 */
export async function refreshScore(
  { sql, snapshots, mode }: RefreshDeps,
  carbon: MaybePromise<StoredCarbonRows>,
  now: Temporal.Instant,
): Promise<void> {
  const [{ rows }, referenceAges] = await Promise.all([
    readScoreRows(storedRowsSource(sql, now), now, carbon),
    readReferenceAges(sql, now),
  ])
  const assembled = assembleScoreInputs(rows, now)
  const { emission_factors: factors, country_intensities: intensities } = assembled.isReferenceKnown
  const isReferenceKnown = {
    emission_factors: factors && isReferenceSynchronised(referenceAges.emission_factors),
    country_intensities: intensities && isReferenceSynchronised(referenceAges.country_intensities),
  }
  const inputs = { ...assembled, isReferenceKnown }
  const slot = scoreNow(inputs, now)
  const score = presentScore(slot, inputs, now, mode)
  const forecast = presentForecast(scoreForecast(inputs, now, computedForecastHours), inputs, now, mode)
  const reasons = { computedAt: score.computedAt, english: subScoreDetails(slot.subScores, 'en') }
  await snapshots.write(scoreSnapshot, score, now)
  await snapshots.write(scoreReasonsSnapshot, reasons, now)
  await snapshots.write(forecastSnapshot, forecast, now)
}
