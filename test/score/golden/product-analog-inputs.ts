import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { hourlyMeans } from '@hexawatt/shared/methodology/hourly-means'
import type { ScoreRows } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { assembleAnalogInputs } from '@hexawatt/svc-ingest/src/forecast/analog-inputs.ts'
import { generationRows, quarterHourlyMixRows } from './product-generation-rows.ts'
import { loadRows, priceRows, windAndSunRows } from './product-market-rows.ts'
import type { Recording } from './recording.ts'
import type { Situation } from './situation.ts'

/** Days of rows: more than the forecast looks back. */
const daysBack = 46

/** The inputs of the forecast from the stored rows of the product; null without emission factors. */
export function productAnalogInputs(
  recording: Recording,
  situation: Situation,
  { factorSet, consumption, consumptionWeekly }: ScoreRows,
): AnalogInputs | null {
  if (factorSet === null) return null
  const now = Temporal.Instant.from(situation.now)
  const intraday = consumption.filter(({ series }) => series === 'ID')
  const hours = {
    generation_by_type: hourlyMeans(generationRows(recording, situation, now, daysBack)),
    generation_mix_15min: hourlyMeans(quarterHourlyMixRows(recording, situation, now)),
    generation_forecast: hourlyMeans(windAndSunRows(recording, situation, now, daysBack)),
    consumption: hourlyMeans([...loadRows(recording, situation, now, daysBack), ...intraday]),
    consumption_weekly: hourlyMeans(consumptionWeekly),
    power_exchanges: hourlyMeans(priceRows(recording, situation, now, daysBack)),
  }
  return assembleAnalogInputs(hours, factorSet, now)
}
