import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import { readShippedHours } from '@hexawatt/shared/testing/shipped-hours'

/**
 * What was recorded of 2023 to January 2025, hour by hour: start of the hour (`YYYY-MM-DDTHH:00:00Z`) → row of the file. Rows that
 * the recording itself calls suspect are left out. Biomass is as recorded, without the 250 MW of biogas that the calibration adds:
 * the operator's hourly feed has none either.
 */
export type Recording = {
  generation: ReadonlyMap<string, RecordedRow>
  /** Day-ahead forecasts of load, wind and sun. */
  forecasts: ReadonlyMap<string, RecordedRow>
  prices: ReadonlyMap<string, RecordedRow>
}

/**
 * The shipped weeks of 2025 by the hour. Prices and forecasts of wind and sun are made up: here both calculations are given the same, and only whether they agree is
 * under test.
 */
export async function readShippedRecording(): Promise<Recording> {
  const { generation, forecasts, prices } = await readShippedHours(shippedRecordingsDir)
  return { generation: byHour(generation), forecasts: byHour(forecasts), prices: byHour(prices) }
}

/** Reads the three files of the folder of long recordings. */
export async function readRecording(folder: string): Promise<Recording> {
  const [generation, forecasts, prices] = await Promise.all([
    readRecordedCsv(folder, 'generation_by_type_hourly_2023-2025-01.csv.gz'),
    readRecordedCsv(folder, 'day_ahead_forecasts_hourly_2023-2025-01.csv.gz'),
    readRecordedCsv(folder, 'day_ahead_price_hourly_2020-2025-01.csv.gz'),
  ])
  return {
    generation: byHour(generation.filter((row) => (row['suspect'] ?? '') === '')),
    forecasts: byHour(forecasts),
    prices: byHour(prices.filter((row) => (row['datetime_utc'] ?? '') >= '2023')),
  }
}

/** What `make` makes of an hour of a recording, made once: the spans that the situations look at overlap. */
export function onceAnHour<Value>(
  make: (recording: Recording, hourMs: number) => Value,
): (recording: Recording, hourMs: number) => Value {
  const known = new WeakMap<Recording, Map<number, Value>>()
  return (recording, hourMs) =>
    known.getOrInsertComputed(recording, () => new Map()).getOrInsertComputed(hourMs, () => make(recording, hourMs))
}

/** Rows of an hour of a recording, as the product stores them. */
export type RowsOfHour = (recording: Recording, hourMs: number) => readonly SlotValue[]

/** The hours of which rows of a feed are stored: their starts, ms since the epoch, in order. */
export type StoredHours = { starts: readonly number[]; rowsOfHour: RowsOfHour }

export const storedRows = (recording: Recording, { starts, rowsOfHour }: StoredHours): SlotValue[] =>
  starts.flatMap((startMs) => rowsOfHour(recording, startMs))

function byHour(rows: readonly RecordedRow[]): Map<string, RecordedRow> {
  return new Map(rows.map((row) => [row['datetime_utc'] ?? '', row]))
}
