import { afterEach, beforeEach, expect, test } from 'bun:test'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { createPoller, type Poller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { repairPoints } from '@hexawatt/svc-ingest/src/points/repair-points.ts'
import { type IngestFixture, ingestedContent, startIngestFixture } from './testing/ingest-fixture.ts'

const start = '2026-02-03T09:40:00Z'

/** Everything that is published at the start, and the first point. */
const content = ingestedContent('first_point', start, async (filled) => {
  await pollAll(createPoller(filled.deps))
  expect(await computePoint(filled.deps, Temporal.Instant.from(start))).toBe('stored')
})

let fixture: IngestFixture
let poller: Poller

beforeEach(async () => {
  fixture = await startIngestFixture(start, { filledDatabase: await createTestDatabase(content) })
  poller = createPoller(fixture.deps)
}, 60_000)
afterEach(() => fixture.stop())

async function pollAll({ store }: Poller): Promise<void> {
  // The signal may be asked for every quarter of an hour of real time only.
  for (const feed of feedIds) if (feed !== 'grid_signals') await store(feed).catch(() => undefined)
}

async function poll(at: string): Promise<void> {
  fixture.clock.moveTo(at)
  await pollAll(poller)
}

/** By a program that was started at this instant. */
const repair = (startedAt = start) =>
  repairPoints({ ...fixture.deps, startedAt: Temporal.Instant.from(startedAt) }, feedIds)

test('nothing is filled while no point is missing', async () => {
  expect(await repair()).toBeNull()
})

test('missing points wait until every feed has delivered what was due at their ticks', async () => {
  fixture.clock.moveTo('2026-02-03T10:45:00Z')
  // The next quarter of an hour of consumption was due at 10:00, and the others later.
  const early = await repair()
  expect(early).toMatchObject({ missing: 5 })
  expect(early?.waiting).toBeGreaterThan(2)
  await poll('2026-02-03T10:46:00Z')
  expect(await repair()).toEqual({ missing: early?.waiting ?? 0, waiting: 0, added: early?.waiting ?? 0 })
  expect(await repair()).toBeNull()
})

test('a failing feed delays missing points for six hours at most', async () => {
  fixture.faults.set([{ kind: 'unavailable_503', subject: 'consumption' }])
  await poll('2026-02-03T15:45:00Z')
  expect(await repair()).toMatchObject({ added: 1, missing: 35, waiting: 34 })
  await poll('2026-02-03T17:00:00Z')
  // Those from 10:00 to 10:50 have waited for six hours.
  expect(await repair()).toEqual({ added: 6, missing: 42, waiting: 36 })
})

test('after an outage of two days no point is filled until every feed was polled or half an hour has passed', async () => {
  const restart = '2026-02-05T10:42:00Z'
  fixture.clock.moveTo(restart)
  // Consumption was due at 10:00, before the outage: one point has all that was due at its tick.
  expect(await repair(restart)).toEqual({ missing: 293, waiting: 292, added: 1 })
  fixture.clock.moveTo('2026-02-05T11:12:00Z')
  // The 35 points after 05:10 are younger than six hours. The 32 points of this day before them stay missing: only polls ask for its values, and none has.
  expect(await repair(restart)).toEqual({ missing: 295, waiting: 35, added: 260 - 32 })
})

test('a feed that never delivered anything does not delay missing points', async () => {
  await fixture.sql`delete from source_status where source = 'consumption'`
  fixture.faults.set([{ kind: 'unavailable_503', subject: 'consumption' }])
  await poll('2026-02-03T10:45:00Z')
  expect(await repair()).toEqual({ missing: 5, waiting: 0, added: 5 })
})

test('one run fills at most two days and the rest of one, newest first, and goes back at most seven days', async () => {
  await poll('2026-02-13T10:45:00Z')
  // 13 February up to 10:30, then whole days, until 288 are reached.
  expect(await repair()).toEqual({ missing: 7 * 144, waiting: 0, added: 64 + 2 * 144 })
  const [oldest] = await fixture.sql<{ at: Temporal.Instant }[]>`
    select min(at) as at from score_points where provenance = 'backfilled'`
  expect(oldest?.at.toString()).toBe('2026-02-11T00:00:00Z')
}, 120_000)
