import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { computeHourlyMeans, type HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import type { ScoreRows } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { utcDayMs } from '@hexawatt/shared/stored-rows/span'
import { hourMs } from '@hexawatt/shared/time/instant'
import { assembleAnalogInputs, joinHours } from '@hexawatt/svc-ingest/src/forecast/analog-inputs.ts'
import { generationHours, quarterHourlyMixRows } from './product-generation-rows.ts'
import { intradaySunRows, loadHours, priceHours, windAndSunHours } from './product-market-rows.ts'
import { onceAnHour, type Recording, type RowsOfHour, type StoredHours, storedRows } from './recording.ts'
import type { Situation } from './situation.ts'

/** Days of rows: more than the forecast looks back. */
const daysBack = 46

/** Of UTC: no day has 23 or 25. */
const hoursOfDay = utcDayMs / hourMs

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
    generation_by_type: meansOf(recording, generationHours(situation, now, daysBack)),
    generation_mix_15min: computeHourlyMeans(quarterHourlyMixRows(recording, situation, now)),
    generation_forecast: new Map([
      ...meansOf(recording, windAndSunHours(situation, now, daysBack)),
      ...computeHourlyMeans(intradaySunRows(recording, situation, now)),
    ]),
    consumption: new Map([...meansOf(recording, loadHours(situation, now, daysBack)), ...computeHourlyMeans(intraday)]),
    consumption_weekly: computeHourlyMeans(consumptionWeekly),
    power_exchanges: meansOf(recording, priceHours(situation, now, daysBack)),
  }
  return assembleAnalogInputs(hours, factorSet, now)
}

/** Hourly means of stored rows. Those of whole days are made once, as in the product: the situations look back on the same days. */
function meansOf(recording: Recording, { starts, rowsOfHour }: StoredHours): Map<string, HourlySeries> {
  const ofDay = meansByDay.getOrInsertComputed(rowsOfHour, meansOfWholeDays)
  const days = Map.groupBy(starts, (startMs) => Math.floor(startMs / utcDayMs) * utcDayMs)
  return joinHours(
    [...days].map(([start, ofThatDay]) =>
      ofThatDay.length === hoursOfDay
        ? ofDay(recording, start)
        : computeHourlyMeans(storedRows(recording, { starts: ofThatDay, rowsOfHour })),
    ),
  )
}

const meansByDay = new Map<RowsOfHour, (recording: Recording, startMs: number) => Map<string, HourlySeries>>()

function meansOfWholeDays(rowsOfHour: RowsOfHour) {
  return onceAnHour((recording, startMs) => {
    const starts = Array.from({ length: hoursOfDay }, (_, hour) => startMs + hour * hourMs)
    return computeHourlyMeans(storedRows(recording, { starts, rowsOfHour }))
  })
}
