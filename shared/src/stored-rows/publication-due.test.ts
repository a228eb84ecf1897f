import { describe, expect, test } from 'bun:test'
import type { FeedId } from '../grid/feeds.ts'
import type { PublisherId } from '../grid/publishers.ts'
import { computePublicationDueMs } from './publication-due.ts'

type Row = [feed: FeedId, series: string, start: string, minutes: number, due: string, publisher?: PublisherId]
const tableOf: Record<string, Row[]> = {
  'a measured slot is due a fixed number of minutes after its end': [
    ['generation_by_type', 'NUCLEAR', '2026-02-03T16:00:00Z', 60, '2026-02-03T18:00:00Z'],
    ['generation_mix_15min', 'SOLAR', '2026-02-03T16:00:00Z', 15, '2026-02-03T16:40:00Z'],
    ['consumption', 'REALISED', '2026-02-03T16:00:00Z', 15, '2026-02-03T16:30:00Z'],
  ],
  'flows of Energy-Charts are due two hours after those of the operator': [
    ['physical_flows', 'DE>FR', '2026-02-03T16:00:00Z', 60, '2026-02-03T18:00:00Z'],
    ['physical_flows', 'DE>FR', '2026-02-03T16:00:00Z', 60, '2026-02-03T20:00:00Z', 'energy-charts'],
  ],
  'an auction is due at its Paris hour of the day before': [
    ['power_exchanges', 'PRICE', '2026-02-03T22:45:00Z', 15, '2026-02-02T12:30:00Z'],
    ['power_exchanges', 'PRICE', '2026-02-03T23:00:00Z', 15, '2026-02-03T12:30:00Z'],
  ],
  'an auction is due at that hour also when the clock changes between publication and slot': [
    ['power_exchanges', 'PRICE', '2025-03-30T10:00:00Z', 60, '2025-03-29T12:30:00Z'],
    ['power_exchanges', 'PRICE', '2025-10-26T10:00:00Z', 60, '2025-10-25T11:30:00Z'],
  ],
  'each kind of forecast is due at its own hour': [
    ['consumption', 'D-1', '2026-02-03T16:15:00Z', 15, '2026-02-02T18:30:00Z'],
    ['consumption', 'D-2', '2026-02-03T16:00:00Z', 30, '2026-02-01T06:00:00Z'],
    ['generation_forecast', 'D-1/SOLAR', '2026-02-03T16:45:00Z', 15, '2026-02-02T17:00:00Z'],
    ['generation_forecast', 'D-2/SOLAR', '2026-02-03T16:45:00Z', 15, '2026-02-01T17:00:00Z'],
    ['generation_forecast', 'D-3/SOLAR', '2026-02-03T16:45:00Z', 15, '2026-01-31T17:00:00Z'],
    ['consumption_weekly', 'WEEKLY', '2026-02-12T10:00:00Z', 30, '2026-02-03T12:30:00Z'],
    ['grid_signals', 'HOUR', '2026-02-06T10:00:00Z', 60, '2026-02-03T16:00:00Z'],
  ],
  'an intraday forecast is used from the hour that it is about': [
    ['consumption', 'ID', '2026-02-03T16:45:00Z', 15, '2026-02-03T16:00:00Z'],
    ['generation_forecast', 'ID/SOLAR', '2026-02-03T16:45:00Z', 15, '2026-02-03T16:00:00Z'],
  ],
  'exchanged energy is due with the mix, its schedule the day before': [
    ['exchange_schedules', 'TOTAL/DE+BE>FR', '2026-02-03T16:00:00Z', 15, '2026-02-03T16:40:00Z'],
    ['exchange_schedules', 'DA/DE>FR', '2026-02-03T16:00:00Z', 15, '2026-02-02T14:30:00Z'],
  ],
  'settlement prices are due after the volumes': [
    ['imbalance', 'TREND', '2026-02-03T16:00:00Z', 15, '2026-02-03T17:00:00Z'],
    ['imbalance', 'NEGATIVE_PRICE', '2026-02-03T16:00:00Z', 15, '2026-02-03T17:15:00Z'],
  ],
  'a feed without a calendar is due at the start of its validity': [
    ['installed_capacities', 'NUCLEAR', '2025-12-31T23:00:00Z', 60, '2025-12-31T23:00:00Z'],
  ],
}

describe.each(Object.entries(tableOf))('%s', (_guarantee, rows) => {
  test.each(rows)('%s, %s, %s (%d min)', (feed, series, start, minutes, due, publisher = 'rte') => {
    const startMs = Date.parse(start)
    const dueMs = computePublicationDueMs({ feed, series, startMs, endMs: startMs + minutes * 60_000, publisher })
    expect(Temporal.Instant.fromEpochMilliseconds(dueMs).toString()).toBe(due)
  })
})
