import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readScoreRows } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { findScoreSpan } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import { addVersions, lockFeed } from '../pipeline/feed-value-store.ts'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { createCachedRowsSource, type LiveSource } from './cached-rows-source.ts'
import { createStoredRowsSource } from './stored-rows-source.ts'

const feed = 'generation_by_type'
const start = '2026-02-03T12:05:00'

let fixture: ComputeFixture
let sourceAt: (at: Temporal.Instant) => LiveSource
beforeEach(async () => {
  fixture = await createComputeFixture(start)
  sourceAt = createCachedRowsSource(fixture.sql)
})
afterEach(() => fixture.stop())

const slot = (from: string, to: string, value: number, series = 'NUCLEAR') => ({
  series,
  slotStart: utc(from),
  slotEnd: utc(to),
  value,
  updatedAt: null,
})
const bring = (...measurements: ReturnType<typeof slot>[]) => fixture.bring(feed, { measurements })

/** Start, end and value of the rows of the feed, from the cache; always the same rows as without it. */
async function rowsAt(at: string): Promise<unknown[]> {
  const span = findScoreSpan(feed, utc(at))
  const [rows, uncached] = await Promise.all(
    [sourceAt(utc(at)), createStoredRowsSource(fixture.sql, utc(at))].map((source) => source.values(feed, span)),
  )
  const shown = rows?.map(({ startMs: _start, endMs: _end, ...row }: Record<string, unknown>) => row)
  expect(JSON.stringify(shown)).toBe(JSON.stringify(uncached))
  return (uncached ?? []).map(({ slotStart, value }) => [slotStart.toString().slice(11, 16), value])
}

test('stored values appear with the next refresh, and a revision replaces the value before it', async () => {
  await bring(slot('2026-02-03T10:00:00', '2026-02-03T11:00:00', 40_000))
  expect(await rowsAt(start)).toEqual([['10:00', 40_000]])
  fixture.moveTo('2026-02-03T12:06:00')
  await bring(
    slot('2026-02-03T10:00:00', '2026-02-03T11:00:00', 41_000),
    slot('2026-02-03T11:00:00', '2026-02-03T12:00:00', 42_000),
  )
  expect(await rowsAt('2026-02-03T12:06:00')).toEqual([
    ['10:00', 41_000],
    ['11:00', 42_000],
  ])
})

test('while nothing new is stored the rows are not read again, however often they are requested', async () => {
  await bring(slot('2026-02-03T10:00:00', '2026-02-03T11:00:00', 40_000))
  const read = async (at: string) => (await sourceAt(utc(at)).values(feed, findScoreSpan(feed, utc(at))))[0]
  const first = await read(start)
  expect(first).toBeDefined()
  expect(await read('2026-02-03T12:06:00')).toBe(first)
  expect(await read('2026-02-04T12:00:00')).toBe(first)
})

test('values stored by another process are never missed, even when it began before the last refresh and has an older clock', async () => {
  await bring(slot('2026-02-03T10:00:00', '2026-02-03T11:00:00', 40_000))
  await fixture.sql.begin(async (tx) => {
    await lockFeed(tx, feed)
    const provenance = { feed, publisher: 'rte', knownFrom: utc('2026-02-03T12:01:00'), payloadId: '1' } as const
    await addVersions(tx, provenance, [slot('2026-02-03T09:00:00', '2026-02-03T10:00:00', 39_000)])
    expect(await rowsAt('2026-02-03T12:06:00')).toEqual([['10:00', 40_000]])
  })
  expect(await rowsAt('2026-02-03T12:07:00')).toEqual([
    ['09:00', 39_000],
    ['10:00', 40_000],
  ])
})

test('versions stamped by a later clock appear when the clock reaches them, and disappear when it is set back', async () => {
  await bring(slot('2026-02-03T10:00:00', '2026-02-03T11:00:00', 40_000))
  fixture.moveTo('2026-02-03T13:00:00')
  await bring(slot('2026-02-03T10:00:00', '2026-02-03T11:00:00', 41_000))
  expect(await rowsAt(start)).toEqual([['10:00', 40_000]])
  expect(await rowsAt('2026-02-03T13:00:00')).toEqual([['10:00', 41_000]])
  expect(await rowsAt('2026-02-03T12:30:00')).toEqual([['10:00', 40_000]])
  expect(await rowsAt('2026-02-03T13:01:00')).toEqual([['10:00', 41_000]])
})

test('a slot counts from its end on, in the newest version known, without a new reading', async () => {
  await bring(
    slot('2026-02-03T11:00:00', '2026-02-03T12:00:00', 40_000),
    slot('2026-02-03T12:00:00', '2026-02-03T13:00:00', 42_000),
  )
  fixture.moveTo('2026-02-03T12:06:00')
  await bring(slot('2026-02-03T11:00:00', '2026-02-03T12:30:00', 43_000))
  expect(await rowsAt('2026-02-03T12:10:00')).toEqual([['11:00', 40_000]])
  expect(await rowsAt('2026-02-03T12:30:00')).toEqual([['11:00', 43_000]])
  expect(await rowsAt('2026-02-03T13:00:00')).toEqual([
    ['11:00', 43_000],
    ['12:00', 42_000],
  ])
  expect(await rowsAt('2026-02-10T11:30:00')).toEqual([['12:00', 42_000]])
})

test('a score computed with the cache equals one computed without it', async () => {
  await bring(slot('2026-02-03T10:00:00', '2026-02-03T11:00:00', 40_000))
  await fixture.bring('imbalance', { measurements: [slot('2026-02-03T11:00:00', '2026-02-03T11:15:00', 1, 'TREND')] })
  const now = utc(start)
  const [cached, stored] = await Promise.all(
    [sourceAt(now), createStoredRowsSource(fixture.sql, now)].map((source) => readScoreRows(source, now)),
  )
  expect(cached?.rows.generationByType.map(({ value }) => value)).toEqual([40_000])
  expect(cached?.rows.imbalance.map(({ value }) => value)).toEqual([1])
  expect(cached?.rows.received).toEqual(stored?.rows.received as never)
})
