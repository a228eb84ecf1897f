import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/assemble-inputs'
import { scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { type SubScoreValues, valuesOf } from '@hexawatt/shared/methodology/score/sub-scores'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { unrecordedRows } from '../recorded/unrecorded-rows.ts'

/**
 * Sub-scores of each hour in hindsight, by the product's own live score: the price of the hour, the intensity that was
 * realised in it, and the consumption that was forecast for it (no other was recorded). An hour without one of them is absent.
 *
 * @param intensityByHour realised intensity, gCO2eq/kWh
 */
export function realisedSubScoresByHour(
  record: GridRecord,
  intensityByHour: ReadonlyMap<number, number>,
): Map<number, SubScoreValues> {
  const byHour = new Map<number, SubScoreValues>()
  for (const [startMs, gCo2eqPerKwh] of intensityByHour) {
    const powerExchanges = record.price.get(startMs)
    const consumption = record.consumption.get(startMs)
    if (powerExchanges === undefined || consumption === undefined) continue
    const now = Temporal.Instant.fromEpochMilliseconds(startMs)
    const inputs = assembleScoreInputs({ ...unrecordedRows, powerExchanges, consumption }, now)
    const realised = { endMs: startMs + hourMs, gCo2eqPerKwh, powerMwByType: {} }
    byHour.set(startMs, valuesOf(scoreNow({ ...inputs, realised }, now).subScores))
  }
  return byHour
}
