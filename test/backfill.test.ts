import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type BackfillPiece, planBackfill } from '@hexawatt/svc-ingest/src/backfill/backfill-plan.ts'
import { toWindow } from '@hexawatt/svc-ingest/src/backfill/completeness.ts'
import { type BackfillOptions, runBackfill } from '@hexawatt/svc-ingest/src/backfill/run-backfill.ts'
import { type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

const asOf = '2026-02-03T12:00:00Z'
const feeds = ['generation_by_type', 'generation_mix_15min', 'physical_flows'] as const
const month = toWindow({
  from: Temporal.PlainDate.from('2025-10-01'),
  to: Temporal.PlainDate.from('2025-11-01'),
})
const { pieces } = planBackfill(feeds, month, Temporal.Instant.from(asOf))
/** Hours and quarters of the month: October has one hour more. */
const hours = 31 * 24 + 1

let fixture: IngestFixture
/** Result of an undisturbed backfill. */
let undisturbed: { changedSlots: number; stored: string }

beforeAll(async () => {
  const other = await startIngestFixture(asOf)
  const { changedSlots } = await load(other)
  undisturbed = { changedSlots, stored: await other.storedValues() }
  await other.stop()
})
beforeEach(async () => {
  fixture = await startIngestFixture(asOf)
})
afterEach(() => fixture.stop())

function load(on: IngestFixture, options: Partial<BackfillOptions> = {}, which: readonly BackfillPiece[] = pieces) {
  const never = new AbortController().signal
  return runBackfill(on.deps, which, { parallel: 2, stopping: never, signal: never, ...options })
}

describe('a backfill', () => {
  test('a backfill of a month stores every hour and quarter-hour of it, and a second backfill writes nothing', async () => {
    const first = await load(fixture)
    expect(first).toMatchObject({ complete: true, failed: [], done: pieces.length, resumed: 0 })
    const slots = await fixture.sql`
      select feed, count(distinct slot_start)::int as slots from feed_values group by feed order by feed`
    expect([...slots]).toEqual([
      { feed: 'generation_by_type', slots: hours },
      { feed: 'generation_mix_15min', slots: 4 * hours },
      { feed: 'physical_flows', slots: hours },
    ])
    const stored = await fixture.storedValues()
    fixture.clock.advance({ minutes: 10 })
    const second = await load(fixture)
    expect(second).toMatchObject({ complete: true, resumed: 0, changedSlots: 0 })
    expect(await fixture.storedValues()).toBe(stored)
  })

  test('an interrupted backfill finishes its running pieces, and the next one completes what an undisturbed one stores', async () => {
    const stop = new AbortController()
    const interrupted = await load(fixture, {
      stopping: stop.signal,
      onProgress: ({ done }) => {
        if (done === 2) stop.abort()
      },
    })
    expect(interrupted.complete).toBe(false)
    expect(interrupted.done).toBeGreaterThanOrEqual(2)
    expect(interrupted.done).toBeLessThan(pieces.length)
    const [noted] = await fixture.sql<{ pieces: number }[]>`select count(*)::int as pieces from backfill_pieces`
    expect(noted?.pieces).toBe(interrupted.done)
    const resumed = await load(fixture)
    expect(resumed).toMatchObject({ complete: true, resumed: interrupted.done })
    expect(interrupted.changedSlots + resumed.changedSlots).toBe(undisturbed.changedSlots)
    expect(await fixture.storedValues()).toBe(undisturbed.stored)
  })

  test('a piece that was given up halfway is done again', async () => {
    const give = new AbortController()
    fixture.faults.set([{ kind: 'slow', subject: 'physical_flows', delayMs: 60_000, times: 1 }])
    const given = load(fixture, { stopping: give.signal, signal: give.signal })
    while (fixture.faults.list().length > 0) await Bun.sleep(5)
    give.abort()
    expect(await given).toMatchObject({ complete: false, failed: [] })
    expect(await load(fixture)).toMatchObject({ complete: true })
    expect(await fixture.storedValues()).toBe(undisturbed.stored)
  })

  test('backfilled values are known from the moment of the backfill', async () => {
    await load(fixture, {}, pieces.slice(0, 1))
    const [known] = await fixture.sql<{ first: Temporal.Instant; last: Temporal.Instant }[]>`
      select min(known_from) as first, max(known_from) as last from feed_values`
    expect([known?.first.toString(), known?.last.toString()]).toEqual([asOf, asOf])
  })

  test('a failed piece is named, all others are done, and the next backfill repeats only the failed one', async () => {
    fixture.faults.set([{ kind: 'wrong_shape', subject: 'generation_by_type', times: 1 }])
    const outcome = await load(fixture)
    expect(outcome.failed.map(({ piece }) => piece.source.id)).toEqual(['generation_by_type'])
    expect(outcome).toMatchObject({ complete: false, done: pieces.length - 1 })
    expect(await load(fixture)).toMatchObject({ complete: true, resumed: pieces.length - 1, failed: [] })
  })

  test('a backfill does not change the freshness of the sources', async () => {
    await load(fixture, {}, pieces.slice(0, 1))
    expect([...(await fixture.sql`select source from source_status`)]).toEqual([])
  })
})
