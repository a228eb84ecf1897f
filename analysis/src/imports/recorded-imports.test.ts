import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { parseKnownNumber } from '../recorded/recorded-rows.ts'
import { readStartMs } from './recorded-mixes.ts'
import { readRecordedImports } from './valued-hours.ts'

const folder = findReferenceData()
const seriesFolder = folder === null ? null : join(folder, '../imports')
const name = 'import_series_2022-2023.csv.gz'
const isThere = seriesFolder !== null && existsSync(join(seriesFolder, name))
if (!isThere) reportSkippedReferenceData('the import series of 2022 and 2023')

describe.skipIf(!isThere)('the recorded imports of 2022 and 2023', async () => {
  if (folder === null || seriesFolder === null || !isThere) return
  const rows = await readRecordedCsv(seriesFolder, name)
  const hours = new Map((await readRecordedImports(folder)).map((hour) => [hour.startMs, hour]))
  const compared = rows.flatMap((row) => {
    const hour = hours.get(readStartMs(row))
    return hour === undefined ? [] : [{ row, hour }]
  })

  test('equal the series of an independent implementation: import MW and imported tonnes by both rules', () => {
    const wrong = compared.filter(({ row, hour: { importMw, importedTonnesPerHour } }) => {
      const expected = [row['import_mw'], row['import_dir_t'], row['import_lca_t']].map(parseKnownNumber)
      const computed = [importMw, importedTonnesPerHour.direct, importedTonnesPerHour.lifeCycle]
      return computed.some((value, index) => {
        const other = expected[index] ?? null
        return value === null || other === null ? value !== other : Math.abs(value - other) > 0.0001
      })
    })
    expect(wrong.map(({ row }) => row['datetime_utc'])).toEqual([])
  })

  test('are there for every hour with a complete French mix, and unknown in the hours without a British flow', () => {
    expect(rows).toHaveLength(17_520)
    expect(compared).toHaveLength(17_520 - 8)
    expect(compared.filter(({ hour }) => hour.importMw === null)).toHaveLength(32)
  })
})
