import { hourMs } from '@hexawatt/shared/time/instant'
import { publishDailyAt } from '../subjects/publication.ts'
import type { CsvFile } from './csv-file.ts'
import { deriveRow, type RecordedFamily, readKeyedValues, type SlotRecording } from './slot-recording.ts'
import { createTimeTable } from './time-table.ts'

const priceColumns = [['PRICE', 'price_eur_mwh']] as const

/** Hourly day-ahead prices. Some autumns record one value for both doubled hours; it is served for both. */
export function createAuctionRecording(file: CsvFile): SlotRecording {
  const table = createTimeTable(file, hourMs)
  return {
    span: table.span,
    subjects: {
      power_exchanges: {
        AUCTION: {
          note: 'Recorded hourly day-ahead prices; traded volumes were not recorded and are absent.',
          slotMs: hourMs,
          valuesAt: (start) => deriveRow(table, start, (row) => readKeyedValues(table, row, priceColumns)),
        },
      },
    },
  }
}

const generationColumns = [
  ['D-1/SOLAR', 'solar_forecast_mw'],
  ['D-1/WIND_ONSHORE', 'wind_onshore_forecast_mw'],
  ['D-1/WIND_OFFSHORE', 'wind_offshore_forecast_mw'],
] as const
const loadColumns = [['D-1', 'load_forecast_mw']] as const

/** The recorded values name no issue: they are served as one issue, from the time of the first one. */
const singleIssue = publishDailyAt(1, '18:00')

/** Hourly day-ahead forecasts. Other forecasts and the consumption of that time were not recorded. */
export function createForecastRecording(file: CsvFile): SlotRecording {
  const table = createTimeTable(file, hourMs)
  const dayAhead = (columns: readonly (readonly [string, string])[]): RecordedFamily => ({
    note: 'Recorded day-ahead forecasts in slots of one hour; nothing else of this subject was recorded then.',
    slotMs: hourMs,
    valuesAt: (start) => deriveRow(table, start, (row) => readKeyedValues(table, row, columns)),
  })
  return {
    span: table.span,
    subjects: {
      generation_forecast: { 'D-1': { ...dayAhead(generationColumns), publicationsOn: singleIssue } },
      consumption: { 'D-1': dayAhead(loadColumns) },
    },
  }
}
