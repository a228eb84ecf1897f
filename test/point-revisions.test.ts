import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { createPoller, type Poller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { addVersions, requestRecomputation } from '@hexawatt/svc-ingest/src/pipeline/feed-value-store.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import { revisePoints } from '@hexawatt/svc-ingest/src/points/revise-points.ts'
import { createPolledDatabase, type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

const fetched = '2026-02-03T17:35:00Z'
const tick = Temporal.Instant.from('2026-02-03T17:40:00Z')
const slotStart = Temporal.Instant.from('2026-02-03T17:00:00Z')

let fixture: IngestFixture
let poller: Poller

beforeEach(async () => {
  fixture = await startIngestFixture(fetched, { filledDatabase: await createPolledDatabase(fetched, sourceIds) })
  poller = createPoller(fixture.deps)
  fixture.clock.moveTo('2026-02-03T17:40:10Z')
  expect(await computePoint(fixture.deps, tick)).toBe('stored')
})
afterEach(() => fixture.stop())

/** The publisher corrects the price of 17:00–18:00, which we learn at this instant. */
async function correctPrice(value: number, at: string): Promise<void> {
  fixture.clock.moveTo(at)
  const provenance = {
    feed: 'power_exchanges' as const,
    publisher: 'rte' as const,
    knownFrom: fixture.clock.now(),
    payloadId: '1',
  }
  const slots = await fixture.sql<{ slotStart: Temporal.Instant; slotEnd: Temporal.Instant }[]>`
    select distinct slot_start, slot_end from feed_values where feed = 'power_exchanges' and series = 'PRICE'
      and slot_start >= ${slotStart} and slot_start < ${slotStart.add({ hours: 1 })}`
  await fixture.sql.begin(async (tx) => {
    const measurements = slots.map((slot) => ({ series: 'PRICE', ...slot, value, updatedAt: null }))
    await requestRecomputation(tx, provenance, await addVersions(tx, provenance, measurements))
  })
}

async function revisions(): Promise<{ at: string; price: number }[]> {
  const rows = await fixture.sql<{ at: Temporal.Instant; price: number }[]>`
    select at, (point->>'spot_price_eur_per_mwh')::double precision as price from score_point_revisions order by computed_at`
  return rows.map(({ at, price }) => ({ at: at.toString(), price }))
}

async function storedPoints(): Promise<string> {
  const [row] = await fixture.sql<{ points: string }[]>`
    select jsonb_agg(to_jsonb(score_points) order by at)::text as points from score_points`
  return row?.points ?? ''
}

const announced = async () => (await fixture.sql`select 1 from recomputations`).length
const revise = () => revisePoints(fixture.deps)

describe('a corrected input', () => {
  test('a corrected input of a point of confidence version 1 adds a revision of version 1', async () => {
    await fixture.sql`update score_points set confidence_version = 1`
    await correctPrice(333, '2026-02-03T18:30:00Z')
    expect(await revise()).toEqual({ points: 1, added: 1 })
    const rows = await fixture.sql<{ version: string }[]>`
      select point->>'confidence_version' as version from score_point_revisions`
    expect(rows.map(({ version }) => version)).toEqual(['1'])
  })

  test('a corrected input of a point of version 1 of the score adds a revision of version 1, without known dimensions', async () => {
    await fixture.sql`update score_points set score_version = 1, known_dimensions = null`
    await correctPrice(333, '2026-02-03T18:30:00Z')
    expect(await revise()).toEqual({ points: 1, added: 1 })
    const rows = await fixture.sql<{ version: string; known: string | null }[]>`
      select point->>'score_version' as version, point->>'known_dimensions' as known from score_point_revisions`
    expect(rows.map(({ version, known }) => [version, known])).toEqual([['1', null]])
  })

  test('a corrected input adds one revision next to the point, and another only when it changes again', async () => {
    const points = await storedPoints()
    await revise()
    expect(await revisions()).toEqual([])
    await correctPrice(333, '2026-02-03T18:30:00Z')
    expect(await revise()).toEqual({ points: 1, added: 1 })
    expect(await revise()).toEqual({ points: 0, added: 0 })
    expect(await revisions()).toEqual([{ at: tick.toString(), price: 333 }])
    await correctPrice(333.001, '2026-02-03T18:40:00Z')
    expect(await revise()).toEqual({ points: 1, added: 0 })
    await correctPrice(444, '2026-02-03T18:50:00Z')
    expect(await revise()).toEqual({ points: 1, added: 1 })
    expect((await revisions()).map(({ price }) => price)).toEqual([333, 444])
    expect(await storedPoints()).toEqual(points)
    expect(await announced()).toBe(0)
  })

  test('a corrected input revises a point that was filled before the correction', async () => {
    const window = { start: tick.subtract({ minutes: 40 }), end: tick }
    fixture.clock.moveTo('2026-02-03T17:50:10Z')
    expect((await fillPoints(fixture.deps, window, { stopping: new AbortController().signal })).addedPoints).toBe(4)
    await revise()
    expect(await revisions()).toEqual([])
    await correctPrice(333, '2026-02-03T18:30:00Z')
    expect(await revise()).toEqual({ points: 5, added: 5 })
  })

  test('new slots make no revision, because they were not part of the point', async () => {
    const points = await storedPoints()
    fixture.clock.moveTo('2026-02-03T18:20:00Z')
    for (const source of ['generation_by_type', 'physical_flows', 'generation_mix_15min'] as const)
      await poller.poll(source)
    expect(await announced()).toBeGreaterThan(0)
    await revise()
    expect(await announced()).toBe(0)
    expect(await revisions()).toEqual([])
    expect(await storedPoints()).toEqual(points)
  })
})

test('the live snapshots are refreshed even while announced changes are left over, and those stay announced', async () => {
  await revise()
  fixture.clock.moveTo('2026-02-04T20:00:00Z')
  const window = {
    start: Temporal.Instant.from('2026-02-03T18:00:00Z'),
    end: Temporal.Instant.from('2026-02-04T20:00:00Z'),
  }
  const { addedPoints } = await fillPoints(fixture.deps, window, { stopping: new AbortController().signal })
  expect(addedPoints).toBeGreaterThan(144)
  fixture.clock.moveTo('2026-02-04T21:00:00Z')
  const provenance = {
    feed: 'power_exchanges' as const,
    publisher: 'rte' as const,
    knownFrom: fixture.clock.now(),
    payloadId: '1',
  }
  await fixture.sql.begin(async (tx) => {
    const measurements = await tx<{ series: string; slotStart: Temporal.Instant; slotEnd: Temporal.Instant }[]>`
      select series, slot_start, slot_end from feed_values where feed = 'power_exchanges' and series = 'PRICE'
        and slot_start >= ${window.start} and slot_start < ${window.end}`
    const corrected = measurements.map((slot) => ({ ...slot, value: 500, updatedAt: null }))
    await requestRecomputation(tx, provenance, await addVersions(tx, provenance, corrected))
  })
  await poller.refreshLive()
  expect(await announced()).toBe(1)
  expect((await revise()).points).toBe(144)
  expect(await announced()).toBe(1)
  const rest = await revise()
  expect(144 + rest.points).toBe(addedPoints)
  expect(await announced()).toBe(0)
  expect(await revisions()).toHaveLength(addedPoints)
})
