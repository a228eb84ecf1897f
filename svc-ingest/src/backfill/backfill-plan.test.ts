import { describe, expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { createOperatorFeed, type OperatorFeed } from '../sources/definition/operator-feed.ts'
import { listPieces, planBackfill } from './backfill-plan.ts'
import { toWindow } from './completeness.ts'

const now = Temporal.Instant.from('2026-02-03T12:00:00Z')
const span = (from: string, to: string) =>
  toWindow({ from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) })
const bounds = (feeds: FeedId[], from: string, to: string) =>
  planBackfill(feeds, span(from, to), now).pieces.map(({ window }) => [window.start.toString(), window.end.toString()])

const feed: OperatorFeed = {
  id: 'generation_by_type',
  holds: 'MW',
  api: 'actual_generation',
  path: '/any',
  maxWindowDays: 155,
  windowFormat: 'paris',
  everyMinutes: 15,
  firstFetchDays: 8,
  revisionDays: 2,
  windowEnd: 'now',
  normalise: () => ({ measurements: [], documents: [], unreadableSlots: 0 }),
}

describe('the plan of a backfill', () => {
  test('covers the span without gap or overlap, in pieces that the resource permits', () => {
    const pieces = bounds(['generation_mix_15min'], '2025-01-01', '2026-01-01')
    expect(pieces).toHaveLength(Math.ceil(365 / 14))
    expect(pieces[0]?.[0]).toBe('2024-12-31T23:00:00Z')
    expect(pieces.at(-1)?.[1]).toBe('2025-12-31T23:00:00Z')
    for (const [index, [start]] of pieces.entries()) if (index > 0) expect(start).toBe(pieces[index - 1]?.[1] ?? '')
  })

  test('cuts at Paris midnights on both sides of a clock change', () => {
    expect(bounds(['generation_mix_15min'], '2025-03-20', '2025-04-10')).toEqual([
      ['2025-03-19T23:00:00Z', '2025-04-02T22:00:00Z'],
      ['2025-04-02T22:00:00Z', '2025-04-09T22:00:00Z'],
    ])
  })

  test('keeps pieces to a month even where the resource permits more', () => {
    expect(bounds(['generation_by_type'], '2025-01-01', '2025-03-01')).toHaveLength(2)
  })

  test('asks a resource that is published by the year for a whole year at once', () => {
    const yearly = createOperatorFeed({ ...feed, maxWindowDays: 366 })
    expect(listPieces(yearly, span('2024-01-01', '2025-01-01'), now)).toHaveLength(1)
  })

  test('ends where the publisher’s data end: now, or as many days ahead as it publishes', () => {
    expect(bounds(['generation_by_type'], '2026-02-01', '2027-01-01').at(-1)?.[1]).toBe('2026-02-03T11:59:00Z')
    const ahead = createOperatorFeed({ ...feed, windowEnd: { daysAhead: 1 } })
    const [piece] = listPieces(ahead, span('2026-02-01', '2027-01-01'), now)
    expect(piece?.window.end.toString()).toBe('2026-02-04T23:00:00Z')
    expect(bounds(['generation_by_type'], '2026-06-01', '2027-01-01')).toEqual([])
  })

  test('names the feeds that have no history', () => {
    const plan = planBackfill(['grid_signals', 'generation_mix_15min'], span('2025-01-01', '2025-01-02'), now)
    expect(plan.withoutHistory).toEqual(['grid_signals'])
    expect(plan.pieces).toHaveLength(1)
  })
})
