import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import { readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { hourMs } from '@hexawatt/shared/time/instant'

/** The weather of France as it was, hour by hour: temperature, smoothed by its publisher, °C, and the share of the radiation that clouds let through, 0–1. */
export type ObservedWeather = { temperatureCelsius: HourlySeries; clearness: HourlySeries }

/** Half-hours of 2021 to 2024, in a folder of the recorded years. */
const observedFile = 'weather/fr_temperature_pseudo_irradiance_30min_2021-2024.csv.gz'

/** Reads the observed weather of a folder of recordings; null when it has none. */
export async function readObservedWeather(folder: string): Promise<ObservedWeather | null> {
  if (!existsSync(join(folder, observedFile))) return null
  const rows = await readRecordedCsv(folder, observedFile)
  const byHour = Map.groupBy(rows, (row) => Math.floor(Date.parse(row['datetime_utc'] ?? '') / hourMs) * hourMs)
  const readMeans = (column: string, unit: number): HourlySeries =>
    new Map(
      [...byHour].flatMap(([startMs, halves]) => {
        const values = halves.map((row) => Number(row[column] || Number.NaN) / unit)
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length
        return Number.isNaN(mean) ? [] : [[startMs, mean] as const]
      }),
    )
  return {
    temperatureCelsius: readMeans('temp_smoothed_c', 1),
    clearness: readMeans('pseudo_irradiance_pct', 100),
  }
}
