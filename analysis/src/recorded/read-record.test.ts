import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import {
  findReferenceData,
  reportSkippedReferenceData,
  shippedRecordingsDir,
} from '@hexawatt/shared/testing/reference-data'
import { readKnownInputs } from '../backtest/forecast-inputs.ts'
import { readRecord } from './read-record.ts'
import { findRecordFolder, recordedFiles } from './record-folder.ts'
import { findValueAt, listValuesBetween } from './recorded-hours.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the recorded hours as the backtest reads them')

const ms = (text: string): number => Temporal.Instant.from(text).epochMilliseconds

test('a folder without recordings is refused with the missing file', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'hexawatt-record-'))
  try {
    expect(() => findRecordFolder(empty)).toThrow(UsageError)
    expect(() => findRecordFolder(empty)).toThrow(/does not hold generation_by_type_hourly/)
    // One file alone is not enough.
    await Bun.write(join(empty, recordedFiles.generation), '')
    await expect(readRecord(findRecordFolder(empty))).rejects.toThrow(/does not hold day_ahead_/)
  } finally {
    await rm(empty, { recursive: true })
  }
})

test('the shipped weeks are read as hours, also at a clock change, with recorded biogas', async () => {
  const record = await readRecord(findRecordFolder(shippedRecordingsDir))
  const quarters = await readRecordedCsv(shippedRecordingsDir, 'eco2mix_15min_2025_clock_change.csv.gz')
  for (const hour of ['2025-03-30T00', '2025-03-30T01', '2025-03-30T12']) {
    const ofHour = quarters.filter((row) => row['datetime_utc']?.startsWith(hour))
    const mean = (...columns: string[]) =>
      ofHour.flatMap((row) => columns.map((column) => Number(row[column]))).reduce((sum, mw) => sum + mw, 0) / 4
    const bySeries = new Map(
      record.generation.get(ms(`${hour}:00:00Z`))?.map(({ series, value }) => [series, value] as const),
    )
    expect(bySeries.get('NUCLEAR')).toBe(mean('nucleaire'))
    expect(bySeries.get('BIOMASS')).toBe(mean('bioenergies_biomasse', 'bioenergies_biogaz'))
    expect(findValueAt(record.consumption, ms(`${hour}:00:00Z`))).toBe(mean('prevision_j1'))
  }
  expect(record.generation.has(ms('2025-02-11T12:00:00Z'))).toBe(false)
})

test.skipIf(folder === null)('unrecorded and suspect hours are absent', async () => {
  const record = await readRecord(findRecordFolder(folder))
  // 2023-04-17/18: no forecast of wind and sun, and two hours without generation.
  expect(listValuesBetween(record.generationForecast, ms('2023-04-17T22:00:00Z'), ms('2023-04-18T22:00:00Z'))).toEqual(
    [],
  )
  expect(record.generation.has(ms('2023-04-17T12:00:00Z'))).toBe(false)
  expect(record.generation.has(ms('2023-04-17T14:00:00Z'))).toBe(true)
  expect(record.generation.has(ms('2023-09-11T22:00:00Z'))).toBe(false)
  // One of the three days without prices.
  expect(listValuesBetween(record.price, ms('2022-09-02T22:00:00Z'), ms('2022-09-03T22:00:00Z'))).toEqual([])
  expect(findValueAt(record.price, ms('2022-09-03T22:00:00Z'))).not.toBeNull()
  expect(findValueAt(record.consumption, ms('2023-01-14T20:00:00Z'))).toBe(51_950)
})

test.skipIf(folder === null)('a day without wind and solar forecasts is unknown, not night', async () => {
  const record = await readRecord(findRecordFolder(folder))
  const inputs = await readKnownInputs(record, Temporal.Instant.from('2023-04-18T06:00:00Z'))
  const noon = ms('2023-04-18T11:00:00Z')
  expect(inputs.forecastMw.SOLAR?.has(noon)).toBe(false)
  expect(inputs.forecastMw.SOLAR?.get(ms('2023-04-16T11:00:00Z'))).toBeGreaterThan(1_000)
})
