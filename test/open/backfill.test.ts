import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { planOpenBackfill } from '@hexawatt/svc-ingest/src/backfill/backfill-plan.ts'
import { toWindow } from '@hexawatt/svc-ingest/src/backfill/completeness.ts'
import { repairGaps } from '@hexawatt/svc-ingest/src/backfill/repair-gaps.ts'
import { runBackfill } from '@hexawatt/svc-ingest/src/backfill/run-backfill.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

const asOf = '2026-02-20T12:00:00Z'
const never = new AbortController().signal
const day = (text: string) => Temporal.PlainDate.from(text)
const twoWeeks = { from: day('2026-02-01'), to: day('2026-02-15') }
const span = toWindow(twoWeeks)

let fixture: IngestFixture
beforeEach(async () => {
  fixture = await startIngestFixture(asOf, { mode: 'open' })
})
afterEach(() => fixture.stop())

function load(publisher: Parameters<typeof planOpenBackfill>[1] = null, feeds: readonly FeedId[] = feedIds) {
  const { pieces } = planOpenBackfill(feeds, publisher, span, fixture.clock.now())
  return runBackfill(fixture.deps, pieces, { parallel: 4, stopping: never, signal: never })
}

const slots = async () =>
  Object.fromEntries(
    (
      await fixture.sql<{ feed: string; slots: number }[]>`
        select feed, count(distinct slot_start)::int as slots from feed_values
        where slot_start >= ${span.start} and slot_start < ${span.end} group by feed`
    ).map((row) => [row.feed, row.slots]),
  )

test('an open backfill stores every quarter-hour of mix, load and price and every hour of flows, names the publishers, and writes nothing the second time', async () => {
  const first = await load()
  expect(first).toMatchObject({ complete: true, failed: [] })
  const quarters = 14 * 96
  expect(await slots()).toMatchObject({
    generation_mix_15min: quarters,
    consumption: quarters,
    power_exchanges: quarters,
    physical_flows: quarters / 4,
  })
  const publishers = await fixture.sql<{ publisher: string }[]>`select distinct publisher from feed_values order by 1`
  expect(publishers.map(({ publisher }) => publisher)).toEqual(['energy-charts', 'odre'])
  fixture.clock.advance({ minutes: 10 })
  expect(await load()).toMatchObject({ complete: true, changedSlots: 0 })
})

test('only first choices that have a past are asked; a chosen publisher gives all that it has of the asked feeds', () => {
  const idsOf = (publisher: 'energy-charts' | 'couleur-tempo' | null, feeds: readonly FeedId[] = feedIds) => {
    const { pieces, withoutHistory } = planOpenBackfill(feeds, publisher, span, fixture.clock.now())
    return [...new Set(pieces.map(({ source }) => source.id)), ...withoutHistory.map((id) => `no ${id}`)]
  }
  const open = idsOf(null).filter((id) => !id.startsWith('no '))
  expect(open).toEqual(['odre_national', 'energy_charts_price', 'energy_charts_flows', 'odre_consolidated'])
  expect(idsOf(null)).toContain('no generation_unavailabilities')
  expect(idsOf('energy-charts', ['generation_mix_15min', 'power_exchanges'])).toEqual([
    'energy_charts_price',
    'energy_charts_generation',
  ])
  expect(idsOf('couleur-tempo', ['tariff_calendar'])).toEqual(['no tariff_calendar'])
})

test('a used-up budget fails its pieces, the others are loaded, and the same command goes on later', async () => {
  await fixture.sql`insert into publisher_calls (publisher, day, calls)
    values ('energy-charts', (now() at time zone 'utc')::date, 1000)`
  const outcome = await load()
  expect(outcome.complete).toBe(false)
  expect([...new Set(outcome.failed.map(({ piece }) => piece.source.id))].toSorted()).toEqual([
    'energy_charts_flows',
    'energy_charts_price',
  ])
  expect(outcome.failed[0]?.reason).toContain('its calls of today are used up')
  await fixture.sql`delete from publisher_calls`
  expect(await load()).toMatchObject({ complete: true, resumed: outcome.done })
})

test('gap repair in open mode asks the open archives for the days that lack slots, one answer for all feeds that it fills', async () => {
  await load()
  const lost = toWindow({ from: day('2026-02-10'), to: day('2026-02-11') })
  await fixture.sql`delete from feed_values where slot_start >= ${lost.start} and slot_start < ${lost.end}`
  const before = await slots()
  const odreCalls = async () =>
    (await fixture.sql<{ calls: number }[]>`select calls from publisher_calls where publisher = 'odre'`)[0]?.calls ?? 0
  const callsBefore = await odreCalls()
  const repairs = await repairGaps(fixture.deps, feedIds, twoWeeks)
  expect(repairs.filter(({ failure }) => failure !== null)).toEqual([])
  expect(before['generation_mix_15min']).toBe(13 * 96)
  const after = await slots()
  for (const feed of ['generation_mix_15min', 'consumption', 'power_exchanges']) {
    expect([feed, after[feed]]).toEqual([feed, 14 * 96])
  }
  expect(after['physical_flows']).toBe(14 * 24)
  expect(await odreCalls()).toBe(callsBefore + 1)
})
