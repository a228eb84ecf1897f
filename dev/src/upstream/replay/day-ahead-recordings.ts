import { hourMs } from '@hexawatt/shared/time/instant'
import { dailyAt } from '../subjects/publication.ts'
import type { CsvFile } from './csv-file.ts'
import { keyedValues, ofRow, type RecordedFamily, type SlotRecording } from './slot-recording.ts'
import { createTimeTable } from './time-table.ts'

const priceColumns = [['PRICE', 'price_eur_mwh']] as const

/** Day-ahead prices by the hour; the doubled hour of some autumns is recorded as one value for both, and served so. */
export function createAuctionRecording(file: CsvFile): SlotRecording {
  const table = createTimeTable(file, hourMs)
  return {
    span: table.span,
    subjects: {
      power_exchanges: {
        AUCTION: {
          note: 'Recorded hourly day-ahead prices; traded volumes were not recorded and are absent.',
          slotMs: hourMs,
          valuesAt: (start) => ofRow(table, start, (row) => keyedValues(table, row, priceColumns)),
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

/** One value was recorded, of no known issue: it is served once, from the hour of the first one on. */
const singleIssue = dailyAt(1, '18:00')

/** Day-ahead forecasts by the hour. Other forecasts of that time, and what was consumed, were not recorded. */
export function createForecastRecording(file: CsvFile): SlotRecording {
  const table = createTimeTable(file, hourMs)
  const dayAhead = (columns: readonly (readonly [string, string])[]): RecordedFamily => ({
    note: 'Recorded day-ahead forecasts in slots of one hour; nothing else of this subject was recorded then.',
    slotMs: hourMs,
    valuesAt: (start) => ofRow(table, start, (row) => keyedValues(table, row, columns)),
  })
  return {
    span: table.span,
    subjects: {
      generation_forecast: { 'D-1': { ...dayAhead(generationColumns), publicationsOn: singleIssue } },
      consumption: { 'D-1': dayAhead(loadColumns) },
    },
  }
}
