import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { listFetchedMonthNames } from '@hexawatt/shared/grid/shipped-recordings'
import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { type HourRows, readShippedHours, toHourlyRows } from '@hexawatt/shared/testing/shipped-hours'
import { listFetchedMonths, type RecordFolder, recordedFiles } from './record-folder.ts'
import { type GridRecord, listSlotsOfHour, type RecordedHours } from './recorded-hours.ts'
import { parseGenerationMwByType, parseKnownNumber } from './recorded-rows.ts'

/** Maximum size of a packed file, bytes: the recorded files have less than 2 MB. */
const maxFileBytes = 64 * 1024 * 1024

const generationForecastColumns = [
  ['D-1/SOLAR', 'solar_forecast_mw'],
  ['D-1/WIND_ONSHORE', 'wind_onshore_forecast_mw'],
  ['D-1/WIND_OFFSHORE', 'wind_offshore_forecast_mw'],
] as const
const consumptionColumns = [['D-1', 'load_forecast_mw']] as const
const priceColumns = [['PRICE', 'price_eur_mwh']] as const

/**
 * Reads the recorded hours of 2023-01-14 … 2025-01-13, and the prices from 2020 on; or those of the shipped weeks, with made-up prices and forecasts of
 * wind and sun; or fetched months, with made-up forecasts of wind and sun.
 *
 * @throws UsageError when a file is not in the folder or is too large
 */
export async function readRecord({ path, holds }: RecordFolder): Promise<GridRecord> {
  const read = { years: readYears, shipped: readShippedHours, fetched: readFetched }[holds]
  return createRecord(await read(path))
}

/** Fetched months as hours. A month without prices has none. */
async function readFetched(path: string): Promise<HourRows> {
  const months = listFetchedMonths(path).map(listFetchedMonthNames)
  const quarters = await Promise.all(months.map(({ mix }) => readFile(path, `${mix}.csv.gz`)))
  const prices = await Promise.all(
    months.map(async ({ price }) => {
      const name = `${price}.csv.gz`
      return (await Bun.file(join(path, name)).exists()) ? readFile(path, name) : []
    }),
  )
  return { ...toHourlyRows(quarters.flat()), prices: prices.flat() }
}

/** The record of some hourly rows. */
export function createRecord({ generation, forecasts, prices }: HourRows): GridRecord {
  return {
    generation: toRecordedHours(generation, (row) => parseGenerationMwByType(row) ?? []),
    generationForecast: toRecordedHours(forecasts, (row) => listKnownColumns(row, generationForecastColumns)),
    consumption: toRecordedHours(forecasts, (row) => listKnownColumns(row, consumptionColumns)),
    consumptionWeekly: new Map(),
    price: toRecordedHours(prices, (row) => listKnownColumns(row, priceColumns)),
  }
}

async function readYears(path: string): Promise<HourRows> {
  const [generation, forecasts, prices] = await Promise.all([
    readFile(path, recordedFiles.generation),
    readFile(path, recordedFiles.forecasts),
    readFile(path, recordedFiles.price),
  ])
  return { generation, forecasts, prices }
}

async function readFile(folder: string, name: string): Promise<RecordedRow[]> {
  const file = Bun.file(join(folder, name))
  if (!(await file.exists())) throw new UsageError(`The folder ${JSON.stringify(folder)} does not hold ${name}.`)
  if (file.size > maxFileBytes) throw new UsageError(`${name} is larger than ${maxFileBytes} bytes.`)
  return readRecordedCsv(folder, name)
}

function toRecordedHours(
  rows: readonly RecordedRow[],
  valueBySeries: (row: RecordedRow) => Iterable<readonly [string, number]>,
): RecordedHours {
  return new Map(
    rows.flatMap((row) => {
      const startMs = Temporal.Instant.from(row['datetime_utc'] ?? '').epochMilliseconds
      const slots = listSlotsOfHour(startMs, valueBySeries(row))
      return slots.length === 0 ? [] : [[startMs, slots] as const]
    }),
  )
}

function listKnownColumns(
  row: RecordedRow,
  columns: readonly (readonly [series: string, column: string])[],
): (readonly [string, number])[] {
  return columns.flatMap(([series, column]) => {
    const value = parseKnownNumber(row[column])
    return value === null ? [] : [[series, value] as const]
  })
}
