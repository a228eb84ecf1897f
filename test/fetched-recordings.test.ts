import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { writeBacktest } from '@hexawatt/analysis/src/backtest/backtest-text.ts'
import { createShippedReport } from '@hexawatt/analysis/src/calibration/calibration-report.ts'
import { writePlans } from '@hexawatt/analysis/src/plans/plans-text.ts'
import { readRecord } from '@hexawatt/analysis/src/recorded/read-record.ts'
import { describeInventedValues, findRecordFolder } from '@hexawatt/analysis/src/recorded/record-folder.ts'
import { findValueAt, type GridRecord } from '@hexawatt/analysis/src/recorded/recorded-hours.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { fetchMonths } from '@hexawatt/dev/src/recordings/fetch/fetch-months.ts'
import { createCalls } from '@hexawatt/dev/src/recordings/fetch/open-calls.ts'
import { startUpstream } from '@hexawatt/dev/src/upstream/testing/upstream-fixture.ts'
import { openSettings } from './testing/ingest-fixture.ts'

const folder = await makeTemporaryFolder()
const day = (text: string) => Temporal.PlainDate.from(text)
let record: GridRecord

beforeAll(async () => {
  const upstream = await startUpstream('2026-02-20T12:00:00Z')
  const january = Temporal.PlainYearMonth.from('2026-01')
  await fetchMonths({
    from: january,
    to: january,
    dir: folder,
    env: openSettings(upstream.address),
    now: Temporal.Instant.from('2026-02-20T12:00:00Z'),
    say: () => undefined,
    call: createCalls(async () => undefined),
  })
  await upstream.stop()
  record = await readRecord(findRecordFolder(folder))
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('months that were fetched from open sources', () => {
  test('fetched months are replayed from the fifteenth day until two days before their end', () => {
    expect(findRecordFolder(folder)).toMatchObject({
      holds: 'fetched',
      replayable: [{ from: day('2026-01-15'), to: day('2026-01-29') }],
    })
  })

  test('fetched months have generation, consumption forecasts and prices of every hour, and say which values are generated', () => {
    const hours = 31 * 24
    expect([record.generation.size, record.consumption.size, record.price.size]).toEqual([hours, hours, hours])
    expect(findValueAt(record.price, Date.parse('2026-01-15T17:00:00Z'))).toBeGreaterThan(0)
    const note = describeInventedValues(findRecordFolder(folder))
    expect(note).toMatch(/^INVENTED.*forecasts of wind and sun/)
    expect(note).not.toContain('price')
  })

  test('fetched months can be used by backtest, backtest-plans and calibrate', async () => {
    const folderFacts = findRecordFolder(folder)
    const ranges = [{ from: day('2026-01-20'), to: day('2026-01-21') }]
    const note = describeInventedValues(folderFacts)
    const run = { ranges, note, weeklyStandIn: false, method: 'analog', emulation: new Set<never>() } as const
    const text = await writeBacktest(record, {
      ...run,
      omission: { missing: null, daysOfData: null, daysOfWindAndSun: null },
      observed: null,
      refinements: 'all',
    })
    expect(text).toContain('16 issues')
    expect(text).toContain(note ?? 'no note')
    expect(await writePlans(record, ranges, note)).toContain(note ?? 'no note')
    expect(createShippedReport(record).scales.length).toBeGreaterThan(0)
  }, 60_000)
})
