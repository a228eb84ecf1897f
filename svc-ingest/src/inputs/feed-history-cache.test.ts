import { afterEach, beforeEach, expect, test } from 'bun:test'
import { findKnownVersion } from '@hexawatt/shared/stored-rows/known-version'
import { realisedSeries } from '../sources/rte/consumption.ts'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { createFeedHistoryCache, type FeedHistoryCache } from './feed-history-cache.ts'

let fixture: ComputeFixture
let cache: FeedHistoryCache
beforeEach(async () => {
  fixture = await createComputeFixture('2026-02-03T12:00:00')
  cache = createFeedHistoryCache(fixture.sql, findKnownVersion)
})
afterEach(() => fixture.stop())

const ms = (text: string): number => utc(text).epochMilliseconds
const slot = (series: string, from: string, to: string, value: number) => {
  return { series, slotStart: utc(from), slotEnd: utc(to), value, updatedAt: null }
}

const realised = (from: string, to: string) => slot(realisedSeries, from, to, 50_000)

/** Stores slots as known from an instant. */
async function bring(at: string, feed: 'consumption' | 'exchange_schedules', ...slots: ReturnType<typeof slot>[]) {
  fixture.moveTo(at)
  await fixture.bring(feed, { measurements: slots })
}

const load = (from: string, to: string) => cache.load({ startMs: ms(from), endMs: ms(to) }, utc('2026-02-28T00:00:00'))
const newestEnd = (feed: 'consumption' | 'exchange_schedules', at: string): string | null => {
  const newest = cache.newest(feed, ms(at))
  return newest === null ? null : Temporal.Instant.fromEpochMilliseconds(newest.endMs).toString()
}

test('the newest slot of a feed is found on any of fifteen days, and never before them', async () => {
  await bring(
    '2026-02-03T12:00:00',
    'exchange_schedules',
    slot('BE', '2026-02-03T10:00:00', '2026-02-03T10:15:00', 1),
    slot('ES', '2026-02-03T10:15:00', '2026-02-03T10:30:00', 2),
  )
  await load('2026-02-03T12:00:00', '2026-02-04T00:00:00')
  expect(newestEnd('exchange_schedules', '2026-02-03T12:00:00')).toBe('2026-02-03T10:30:00Z')
  await load('2026-02-18T12:00:00', '2026-02-19T00:00:00')
  expect(newestEnd('exchange_schedules', '2026-02-18T12:00:00')).toBe('2026-02-03T10:30:00Z')
  await load('2026-02-19T00:00:00', '2026-02-20T00:00:00')
  expect(newestEnd('exchange_schedules', '2026-02-19T12:00:00')).toBeNull()
})

test('a slot that becomes known between two ticks does not hide the slot before it from the first tick', async () => {
  await bring('2026-02-03T12:00:00', 'consumption', realised('2026-02-03T10:00:00', '2026-02-03T10:15:00'))
  await bring('2026-02-07T12:00:00', 'consumption', realised('2026-02-07T10:00:00', '2026-02-07T10:15:00'))
  await load('2026-02-07T00:00:00', '2026-02-08T00:00:00')
  expect(newestEnd('consumption', '2026-02-07T00:00:00')).toBe('2026-02-03T10:15:00Z')
  expect(newestEnd('consumption', '2026-02-07T12:00:00')).toBe('2026-02-07T10:15:00Z')
})

test('every value that a score reads is there for the first and the last tick of the span, day after day', async () => {
  const hours = Array.from({ length: 96 }, (_, hour) => {
    const start = utc('2026-02-02T00:00:00').add({ hours: hour })
    const text = (instant: Temporal.Instant) => instant.toString().slice(0, -1)
    return slot('D-1', text(start), text(start.add({ hours: 1 })), hour)
  })
  // The newest slot lies after every value: none of their days is needed for the freshness.
  const newest = realised('2026-02-07T00:00:00', '2026-02-07T00:15:00')
  await bring('2026-02-01T12:00:00', 'consumption', ...hours, newest)
  for (const day of ['2026-02-02', '2026-02-03']) {
    await load(`${day}T00:00:00`, `${day}T23:50:00`)
    for (const time of ['00:00:00', '23:40:00']) {
      const at = utc(`${day}T${time}`)
      const span = { startMs: ms(`${day}T${time.slice(0, 2)}:00:00`), endMs: at.add({ hours: 30 }).epochMilliseconds }
      const values = cache.known('consumption', span, at.epochMilliseconds).map(({ value }) => value)
      const expected = hours.filter(
        ({ slotStart, slotEnd }) =>
          slotStart.epochMilliseconds >= span.startMs && slotEnd.epochMilliseconds <= span.endMs,
      )
      expect(values).toEqual(expected.map(({ value }) => value))
      expect(values.length).toBeGreaterThanOrEqual(30)
    }
  }
})
