import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { computeComposite, computeCompositeV1 } from '@hexawatt/shared/methodology/score/composite'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { findKnownDimensions } from '@hexawatt/shared/methodology/score/known-dimensions'
import { scoreForecast, scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { rateAdequacy } from '@hexawatt/shared/methodology/score/sub-scores/adequacy-score'
import { rateGrid } from '@hexawatt/shared/methodology/score/sub-scores/grid-score'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import { type SubScoreSet, toSubScoreValues } from '@hexawatt/shared/methodology/score/sub-scores/sub-scores'
import { confidenceVersion } from '@hexawatt/shared/methodology/versions'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { DetailedIssueOutcome } from '../backtest/replayed-issue.ts'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { unrecordedRows } from '../recorded/recorded-rows.ts'
import { completeInputs, type Installation } from './made-up-installation.ts'

/** The national score of an hour before rounding, by each version. */
export type CompositesByVersion = { scoreV1: number; scoreV2: number }

/** The composites of the forecast hours of an issue; empty without the analog method. */
export function composeForecastHours(
  { issuedAt, analog }: DetailedIssueOutcome,
  inputs: ScoreInputs,
  hours: number,
): CompositesByVersion[] {
  if (analog === null) return []
  return scoreForecast(inputs, issuedAt, hours, analog).map(({ startMs, subScores }, index) => {
    const loadMw = analog[index + 1]?.loadMw ?? null
    const adequacy = rateAdequacy(inputs, startMs, issuedAt, { loadMw, windAndSolarMw: null }, 1)
    const grid = rateGrid(inputs.signalLevel.get(startMs), 0, adequacy)
    return composeByVersion({ ...subScores, adequacy, grid }, subScores)
  })
}

/** The composites of the hours of a record in hindsight, as far as price, consumption and intensity were recorded. */
export function composeRealisedHours(
  record: GridRecord,
  intensityByHour: ReadonlyMap<number, number>,
  installation: Installation,
): Map<number, CompositesByVersion> {
  const byHour = new Map<number, CompositesByVersion>()
  for (const [startMs, gCo2eqPerKwh] of intensityByHour) {
    const [powerExchanges, consumption] = [record.price.get(startMs), record.consumption.get(startMs)]
    if (powerExchanges === undefined || consumption === undefined) continue
    const now = Temporal.Instant.fromEpochMilliseconds(startMs)
    const generationForecast = record.generationForecast.get(startMs) ?? []
    const assembled = assembleScoreInputs({ ...unrecordedRows, powerExchanges, consumption, generationForecast }, now)
    const powerMwByType = Object.fromEntries(
      (record.generation.get(startMs) ?? []).map(({ series, value }) => [series, value]),
    )
    const known = { ...assembled, realised: { endMs: startMs + hourMs, gCo2eqPerKwh, powerMwByType } }
    const inputs = completeInputs(known, record, startMs, installation)
    const [former, present] = ([1, 2] as const).map(
      (score) => scoreNow(inputs, now, undefined, { score, confidence: confidenceVersion }).subScores,
    )
    if (former !== undefined && present !== undefined) byHour.set(startMs, composeByVersion(former, present))
  }
  return byHour
}

function composeByVersion(former: SubScoreSet, present: SubScoreSet): CompositesByVersion {
  return {
    scoreV1: computeCompositeV1(toSubScoreValues(former), nationalWeights),
    scoreV2: computeComposite(toSubScoreValues(present), findKnownDimensions(present), nationalWeights),
  }
}
