import { describe, expect, test } from 'bun:test'
import type { FeedDefinition } from '../feeds/definition/feed.ts'
import { generationByType } from '../feeds/generation-by-type/feed.ts'
import { generationMix15min } from '../feeds/generation-mix-15min/feed.ts'
import { planBackfill } from './backfill-plan.ts'
import { windowOfDays } from './completeness.ts'

const now = Temporal.Instant.from('2026-02-03T12:00:00Z')
const span = (from: string, to: string) =>
  windowOfDays({ from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) })
const bounds = (feeds: FeedDefinition[], from: string, to: string) =>
  planBackfill(feeds, span(from, to), now).pieces.map(({ window }) => [window.start.toString(), window.end.toString()])

describe('the plan of a backfill', () => {
  test('covers the span without gap or overlap, in pieces that the resource permits', () => {
    const pieces = bounds([generationMix15min], '2025-01-01', '2026-01-01')
    expect(pieces).toHaveLength(Math.ceil(365 / 14))
    expect(pieces[0]?.[0]).toBe('2024-12-31T23:00:00Z')
    expect(pieces.at(-1)?.[1]).toBe('2025-12-31T23:00:00Z')
    for (const [index, [start]] of pieces.entries()) if (index > 0) expect(start).toBe(pieces[index - 1]?.[1] ?? '')
  })

  test('cuts at Paris midnights on both sides of a clock change', () => {
    expect(bounds([generationMix15min], '2025-03-20', '2025-04-10')).toEqual([
      ['2025-03-19T23:00:00Z', '2025-04-02T22:00:00Z'],
      ['2025-04-02T22:00:00Z', '2025-04-09T22:00:00Z'],
    ])
  })

  test('keeps pieces to a month even where the resource permits more', () => {
    expect(bounds([generationByType], '2025-01-01', '2025-03-01')).toHaveLength(2)
  })

  test('asks a resource that is published by the year for a whole year at once', () => {
    const yearly = { ...generationByType, resource: { ...generationByType.resource, maxWindowDays: 366 } }
    expect(bounds([yearly], '2024-01-01', '2025-01-01')).toHaveLength(1)
  })

  test('ends where the publisher’s data end: now, or as many days ahead as it publishes', () => {
    expect(bounds([generationByType], '2026-02-01', '2027-01-01').at(-1)?.[1]).toBe('2026-02-03T11:59:00Z')
    const ahead: FeedDefinition = { ...generationByType, windowEnd: { daysAhead: 1 } }
    expect(bounds([ahead], '2026-02-01', '2027-01-01').at(-1)?.[1]).toBe('2026-02-04T23:00:00Z')
    expect(bounds([generationByType], '2026-06-01', '2027-01-01')).toEqual([])
  })

  test('names the feeds that have no history', () => {
    const newestOnly = {
      ...generationByType,
      resource: { ...generationByType.resource, windowFormat: 'none' as const },
    }
    const plan = planBackfill([newestOnly, generationMix15min], span('2025-01-01', '2025-01-02'), now)
    expect(plan.withoutHistory).toEqual([newestOnly])
    expect(plan.pieces).toHaveLength(1)
  })
})
