import { expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import { publicationDueMs } from './publication-due.ts'

const dueOf = (
  feed: FeedId,
  series: string,
  start: string,
  minutes: number,
  publisher: PublisherId = 'rte',
): string => {
  const startMs = Date.parse(start)
  const dueMs = publicationDueMs({ feed, series, startMs, endMs: startMs + minutes * 60_000, publisher })
  return Temporal.Instant.fromEpochMilliseconds(dueMs).toString()
}

test('a measured slot is due a fixed number of minutes after its end', () => {
  expect(dueOf('generation_by_type', 'NUCLEAR', '2026-02-03T16:00:00Z', 60)).toBe('2026-02-03T18:00:00Z')
  expect(dueOf('generation_mix_15min', 'SOLAR', '2026-02-03T16:00:00Z', 15)).toBe('2026-02-03T16:40:00Z')
  expect(dueOf('consumption', 'REALISED', '2026-02-03T16:00:00Z', 15)).toBe('2026-02-03T16:30:00Z')
})

test('flows of Energy-Charts are due two hours after those of the operator', () => {
  expect(dueOf('physical_flows', 'DE>FR', '2026-02-03T16:00:00Z', 60)).toBe('2026-02-03T18:00:00Z')
  expect(dueOf('physical_flows', 'DE>FR', '2026-02-03T16:00:00Z', 60, 'energy-charts')).toBe('2026-02-03T20:00:00Z')
})

test('an auction is due at its Paris hour of the day before, even when that day has another UTC offset', () => {
  expect(dueOf('power_exchanges', 'PRICE', '2026-02-03T22:45:00Z', 15)).toBe('2026-02-02T12:30:00Z')
  expect(dueOf('power_exchanges', 'PRICE', '2026-02-03T23:00:00Z', 15)).toBe('2026-02-03T12:30:00Z')
  // The night of the clock change lies between publication and slot.
  expect(dueOf('power_exchanges', 'PRICE', '2025-03-30T10:00:00Z', 60)).toBe('2025-03-29T12:30:00Z')
  expect(dueOf('power_exchanges', 'PRICE', '2025-10-26T10:00:00Z', 60)).toBe('2025-10-25T11:30:00Z')
})

test('each kind of forecast is due at its own hour, and the last intraday one is used from the hour that it is about', () => {
  expect(dueOf('consumption', 'D-1', '2026-02-03T16:15:00Z', 15)).toBe('2026-02-02T18:30:00Z')
  expect(dueOf('consumption', 'D-2', '2026-02-03T16:00:00Z', 30)).toBe('2026-02-01T06:00:00Z')
  expect(dueOf('consumption', 'ID', '2026-02-03T16:45:00Z', 15)).toBe('2026-02-03T16:00:00Z')
  expect(dueOf('generation_forecast', 'D-1/SOLAR', '2026-02-03T16:45:00Z', 15)).toBe('2026-02-02T17:00:00Z')
  expect(dueOf('generation_forecast', 'D-2/SOLAR', '2026-02-03T16:45:00Z', 15)).toBe('2026-02-01T17:00:00Z')
  expect(dueOf('generation_forecast', 'D-3/SOLAR', '2026-02-03T16:45:00Z', 15)).toBe('2026-01-31T17:00:00Z')
  expect(dueOf('generation_forecast', 'ID/SOLAR', '2026-02-03T16:45:00Z', 15)).toBe('2026-02-03T16:00:00Z')
  expect(dueOf('consumption_weekly', 'WEEKLY', '2026-02-12T10:00:00Z', 30)).toBe('2026-02-03T12:30:00Z')
  expect(dueOf('grid_signals', 'HOUR', '2026-02-06T10:00:00Z', 60)).toBe('2026-02-03T16:00:00Z')
})

test('exchanged energy is due with the mix, its schedule the day before', () => {
  expect(dueOf('exchange_schedules', 'TOTAL/DE+BE>FR', '2026-02-03T16:00:00Z', 15)).toBe('2026-02-03T16:40:00Z')
  expect(dueOf('exchange_schedules', 'DA/DE>FR', '2026-02-03T16:00:00Z', 15)).toBe('2026-02-02T14:30:00Z')
})

test('settlement prices are due after the volumes', () => {
  expect(dueOf('imbalance', 'TREND', '2026-02-03T16:00:00Z', 15)).toBe('2026-02-03T17:00:00Z')
  expect(dueOf('imbalance', 'NEGATIVE_PRICE', '2026-02-03T16:00:00Z', 15)).toBe('2026-02-03T17:15:00Z')
})

test('a feed without a calendar is due at the start of its validity', () => {
  expect(dueOf('installed_capacities', 'NUCLEAR', '2025-12-31T23:00:00Z', 60)).toBe('2025-12-31T23:00:00Z')
})
