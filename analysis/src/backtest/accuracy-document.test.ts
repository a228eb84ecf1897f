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
/** The first months of the run: corrections are learnt from its first issue on, so that a later month cannot be judged by itself. */
const months = { from: Temporal.PlainDate.from('2023-02-01'), to: Temporal.PlainDate.from('2023-03-31') }

describe.skipIf(folder === null)('docs/methodology/accuracy-figures.md', () => {
  test('has the figures of a new run for its first two months, of which one has a day of 23 hours', async () => {
    const run = await runBacktest(await readRecord(findRecordFolder(folder)), toSpanMs(months.from, months.to))
    expect([...run.keys()]).toEqual(['2023-02', '2023-03'])
    for (const target of ['intensity', 'score'] as const) {
      const [header = '', , ...rows] = writeMonthlyTable(run, target, 'analog').split('\n')
      const table = documented.slice(documented.indexOf(cells(header)))
      expect(documented).toContain(cells(header))
      for (const row of rows) expect(table.split('\n\n')[0]).toContain(cells(row))
    }
  })
})
