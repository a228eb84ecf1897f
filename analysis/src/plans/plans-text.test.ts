import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { toSpanMs } from '../recorded/recorded-hours.ts'
import { createMadeUpRecord } from '../testing/made-up-record.ts'
import { choosers } from './evaluate-plans.ts'
import { runPlans, writePlans } from './plans-text.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
/** The day on which Paris has 25 hours, and the one before it. */
const days = { from: day('2024-10-26'), to: day('2024-10-27') }
const record = createMadeUpRecord(toSpanMs(day('2024-10-05'), day('2024-10-31')))
const stats = await runPlans(record, [toSpanMs(days.from, days.to)])

describe('backtested plans', () => {
  test('are made for every load and objective at every issue, except windows that are too short', () => {
    const counts = (name: string) =>
      stats.filter(({ load }) => load.name.startsWith(name)).map((of) => of.outcomes.length)
    // Windows of the 26th that begin at 03:00 and 06:00 in Paris are too short; of the 27th, which has 02:00 twice, only that of 05:00.
    expect(counts('washing')).toEqual([16, 16, 16, 16])
    expect(counts('heat')).toEqual([16, 16, 16, 16])
    expect(counts('car')).toEqual([13, 13, 13, 13])
  })

  test('never save more than the best plan in hindsight', () => {
    for (const { outcomes } of stats) {
      for (const { possible, saved } of outcomes) {
        for (const chooser of choosers) expect(saved[chooser]).toBeLessThanOrEqual(possible + 1e-6)
      }
    }
  })

  test('are reproducible, because the random start has a seed', async () => {
    expect(await runPlans(record, [toSpanMs(days.from, days.to)])).toEqual(stats)
  })

  test('say nothing about waiting without error paths', () => {
    expect(stats.every(({ outcomes }) => outcomes.every(({ waiting }) => waiting === null))).toBe(true)
  })
})

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the plans of docs/methodology/accuracy-figures.md')

describe.skipIf(folder === null)('docs/methodology/accuracy-figures.md', () => {
  test('has the plans of a new run for October 2024, the month with a day of 25 hours', async () => {
    const documented = await Bun.file(join(import.meta.dir, '../../../docs/methodology/accuracy-figures.md')).text()
    const text = await writePlans(
      await readRecord(findRecordFolder(folder)),
      [{ from: day('2024-10-01'), to: day('2024-10-31') }],
      null,
    )
    const tables = text.split('\n\n').slice(1, 5)
    expect(tables).toHaveLength(4)
    for (const table of tables) expect(documented).toContain(table)
  }, 60_000)
})
