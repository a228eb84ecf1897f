import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { toSpanMs } from '../recorded/recorded-hours.ts'
import { writeMonthlyTable } from './backtest-text.ts'
import { runBacktest } from './run-backtest.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the figures of docs/methodology/accuracy-figures.md')

/** Cells of a row of a table, without their padding. */
const cells = (row: string): string => row.replaceAll(/ +/g, ' ')

const documented = cells(await Bun.file(join(import.meta.dir, '../../../docs/methodology/accuracy-figures.md')).text())
const month = { from: Temporal.PlainDate.from('2024-10-01'), to: Temporal.PlainDate.from('2024-10-31') }

describe.skipIf(folder === null)('docs/methodology/accuracy-figures.md', () => {
  test('has the figures of a new run for October 2024, the month with a day of 25 hours', async () => {
    const months = await runBacktest(await readRecord(findRecordFolder(folder)), toSpanMs(month.from, month.to))
    expect([...months.keys()]).toEqual(['2024-10'])
    for (const target of ['intensity', 'score'] as const) {
      const [header = '', , row = ''] = writeMonthlyTable(months, target, 'analog').split('\n')
      const table = documented.slice(documented.indexOf(cells(header)))
      expect(documented).toContain(cells(header))
      expect(table.split('\n\n')[0]).toContain(cells(row))
    }
  })
})
