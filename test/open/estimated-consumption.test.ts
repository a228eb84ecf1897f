import { afterEach, describe, expect, test } from 'bun:test'
import type { FaultInput } from '@hexawatt/dev/src/upstream/faults/fault.ts'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { auditPoint } from '@hexawatt/svc-ingest/src/audit/audit-point.ts'
import { createPayloadReader } from '@hexawatt/svc-ingest/src/audit/payload-reader.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import { revisePoints } from '@hexawatt/svc-ingest/src/points/revise-points.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'
import { afterFirstOpenRound, takeOpenTurns } from './testing/open-turns.ts'

const began = '2026-02-03T18:05:00Z'
const tick = Temporal.Instant.from('2026-02-03T18:10:00Z')

let fixture: IngestFixture
afterEach(() => fixture.stop())

type Point = { slot: string; grams: number | null; version: number | null }

/** Open mode where the first round of polls has ended; its point is computed. */
async function startOpen(): Promise<void> {
  const filledDatabase = await createTestDatabase(afterFirstOpenRound(began))
  fixture = await startIngestFixture(began, { mode: 'open', filledDatabase })
  await computeAt(tick)
}

async function computeAt(at: Temporal.Instant): Promise<void> {
  fixture.clock.moveTo(at.add({ seconds: 10 }).toString())
  expect(await computePoint(fixture.deps, at)).toBe('stored')
}

async function storedPoint(at = tick): Promise<Point | undefined> {
  const [row] = await fixture.sql<Point[]>`
    select carbon_slot_start::text as slot, consumption_g_co2eq_per_kwh as grams, consumption_version as version
    from score_points where at = ${at}`
  return row
}

async function revisions(): Promise<{ at: string; grams: number | null; version: number | null }[]> {
  const rows = await fixture.sql<{ at: Temporal.Instant; grams: number | null; version: number | null }[]>`
    select at, (point ->> 'consumption_g_co2eq_per_kwh')::double precision as grams,
      (point ->> 'consumption_version')::int as version
    from score_point_revisions order by computed_at, at`
  return rows.map((row) => ({ ...row, at: row.at.toString() }))
}

/** Lets the open sources be asked at their times until an instant, and points be revised. */
async function passUntil(end: string): Promise<void> {
  while (fixture.clock.now().toString() < end) {
    fixture.clock.advance({ minutes: 15 })
    await takeOpenTurns(fixture.deps)
    await revisePoints(fixture.deps)
  }
}

async function auditOutcome(at = tick): Promise<string | undefined> {
  const audit = await auditPoint({ sql: fixture.sql, payloads: createPayloadReader(fixture.deps.archive) }, at)
  return audit?.outcome
}

describe('in open mode', () => {
  test('a point has an estimated consumption intensity, and a revision from the flows once every border has them', async () => {
    await startOpen()
    const stored = await storedPoint()
    expect(stored).toMatchObject({ slot: expect.stringContaining('2026-02-03 16:00'), version: 2 })
    expect(stored?.grams).toBeGreaterThan(0)
    expect(await auditOutcome()).toBe('equal')
    // The borders with Belgium and Spain are published an hour earlier: two of six change nothing.
    await passUntil('2026-02-03T19:15:00Z')
    expect(await revisions()).toEqual([])
    await passUntil('2026-02-03T20:30:00Z')
    expect(await revisions()).toEqual([{ at: tick.toString(), grams: expect.any(Number), version: 1 }])
    const [revision] = await revisions()
    expect(revision?.grams).not.toBe(stored?.grams)
    expect(await storedPoint()).toEqual(stored)
    expect(await auditOutcome()).toBe('equal')
  })

  test('a price that is corrected before the flows come leaves the estimate as it was', async () => {
    await startOpen()
    const stored = await storedPoint()
    fixture.clock.advance({ minutes: 5 })
    await correctPrices()
    await revisePoints(fixture.deps)
    expect(await revisions()).toEqual([{ at: tick.toString(), grams: stored?.grams ?? null, version: 2 }])
  })

  test('a point of an earlier version, which did not read exchanges, gets no estimate by a revision, and its audit is equal', async () => {
    await startOpen()
    await fixture.sql`
      update score_points set consumption_g_co2eq_per_kwh = null, consumption_version = null,
        inputs = jsonb_set(inputs, '{exchange_schedules}',
          inputs -> 'exchange_schedules' || '{"rows": 0, "newestKnownFrom": null, "payloadIds": []}' #- '{publishers}')`
    expect(await auditOutcome()).toBe('equal')
    fixture.clock.advance({ minutes: 5 })
    await correctPrices()
    await revisePoints(fixture.deps)
    expect(await revisions()).toEqual([{ at: tick.toString(), grams: null, version: null }])
  })

  test('the audit stays equal next to padding zeros that an earlier version stored as flows', async () => {
    // Belgium and Spain have flows of this hour by then; the other four were stored as 0 from the same payload.
    const asOf = '2026-02-03T17:35:00Z'
    const at = Temporal.Instant.from('2026-02-03T17:40:00Z')
    const filledDatabase = await createTestDatabase(afterFirstOpenRound(asOf))
    fixture = await startIngestFixture(asOf, { mode: 'open', filledDatabase })
    const hour = Temporal.Instant.from('2026-02-03T15:00:00Z')
    await fixture.sql`
      insert into feed_values (feed, series, slot_start, slot_end, value, known_from, payload_id, publisher)
      select feed, series, ${hour}, ${hour.add({ hours: 1 })}, 0, known_from, payload_id, publisher from feed_values former
      where feed = 'physical_flows' and slot_start = ${hour.subtract({ hours: 1 })} and series not in (
        select series from feed_values where feed = 'physical_flows' and slot_start = ${hour})`
    await computeAt(at)
    const [row] = await fixture.sql<{ zeros: number }[]>`
      select count(*)::int as zeros from feed_values where feed = 'physical_flows' and slot_start = ${hour} and value = 0
        and series like '%GB%'`
    expect(row?.zeros).toBe(2)
    expect(await auditOutcome(at)).toBe('equal')
    await fixture.sql`
      update feed_values set value = 1 where feed = 'physical_flows' and slot_start = ${hour} and value = 0
        and series like '10YGB%'`
    expect(await auditOutcome(at)).toBe('different')
  })

  test('a filled point is computed from the exchanges where flows were not due by its tick, and its audit is equal', async () => {
    await startOpen()
    await passUntil('2026-02-03T21:30:00Z')
    const window = { start: tick.add({ minutes: 10 }), end: tick.add({ minutes: 40 }) }
    await fillPoints(fixture.deps, window, { stopping: new AbortController().signal })
    expect(await storedPoint(window.start)).toMatchObject({ version: 2 })
    expect(await auditOutcome(window.start)).toBe('equal')
  })

  test('without exchanges at one border, and without schedules of the day ahead, the value is null', async () => {
    fixture = await startIngestFixture(began, { mode: 'open' })
    fixture.faults.set([
      { kind: 'absent_column', subject: 'odre', column: 'ech_comm_suisse' },
      { kind: 'not_found_404', subject: 'energy-charts', pathContains: '/cbet' },
    ])
    await seedReferences(fixture.deps.sql)
    await takeOpenTurns(fixture.deps, 'start')
    await computeAt(tick)
    expect(await storedPoint()).toMatchObject({ grams: null, version: null })
    expect(await auditOutcome()).toBe('equal')
  })
})

describe('in live mode', () => {
  const late: FaultInput = { kind: 'absent_slots', subject: 'physical_flows', newerThanHours: 4 }

  test('the schedules of the operator stand in while its flows are late, until they come', async () => {
    fixture = await startIngestFixture('2026-02-03T18:05:00Z')
    fixture.faults.set([late])
    const poller = createPoller(fixture.deps)
    for (const source of sourceIds) await poller.store(source)
    await computeAt(tick)
    expect(await storedPoint()).toMatchObject({ version: 2 })
    expect(await auditOutcome()).toBe('equal')
    fixture.faults.set([])
    fixture.clock.advance({ minutes: 30 })
    await poller.store('physical_flows')
    await revisePoints(fixture.deps)
    expect(await revisions()).toEqual([{ at: tick.toString(), grams: expect.any(Number), version: 1 }])
  })
})

/** The publisher corrects every price of the day of the tick. */
async function correctPrices(): Promise<void> {
  const { sql, clock } = fixture
  const now = clock.now()
  await sql`
    insert into feed_values (feed, series, slot_start, slot_end, value, source_updated_at, known_from, payload_id, publisher)
    select distinct on (slot_start) feed, series, slot_start, slot_end, 333, null, ${now}, payload_id, publisher
    from feed_values where feed = 'power_exchanges' and series = 'PRICE'
      and slot_start between ${tick.subtract({ hours: 3 })} and ${tick.add({ hours: 3 })} order by slot_start`
  await sql`
    insert into recomputations (feed, first_slot, last_slot, known_from)
    values ('power_exchanges', ${tick.subtract({ hours: 3 })}, ${tick}, ${now})`
}
