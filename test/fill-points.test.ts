import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { type FillOutcome, fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import { listTicks } from '@hexawatt/svc-ingest/src/points/point-tick.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

/** Driven live from here on, across a change of the hour, of the auction's publication (13:00 UTC) and of the Paris afternoon. */
const start = Temporal.Instant.from('2026-02-03T11:30:00Z')
const end = Temporal.Instant.from('2026-02-03T15:00:00Z')
const ticks = listTicks({ startMs: start.epochMilliseconds, endMs: end.epochMilliseconds })

const halfHourMs = hourMs / 2

let fixture: IngestFixture
let livePoints: Record<string, unknown>[]

beforeAll(async () => {
  fixture = await startIngestFixture(start.toString())
  await seedReferences(fixture.deps.sql)
  const poller = createPoller(fixture.deps)
  for (const [index, tick] of ticks.entries()) {
    fixture.clock.moveTo(tick.toString())
    for (const source of sourceIds) if (index === 0 || isAskedAt(source, tick)) await poller.store(source)
    fixture.clock.advance({ seconds: 10 })
    expect(await computePoint(fixture.deps, tick)).toBe('stored')
  }
  fixture.clock.moveTo('2026-02-03T15:20:00Z')
  livePoints = await storedPoints()
  await createSumFunctions()
}, 120_000)
afterAll(() => fixture.stop())

/**
 * Whether a source is polled at a tick: what is polled twice an hour or less in production, at half hours; and not the signal, which may be asked for
 * every quarter of an hour of real time only.
 */
function isAskedAt(source: SourceId, tick: Temporal.Instant): boolean {
  const { rhythm, fills } = getSource(source)
  const pollEveryMs = rhythm.kind === 'interval' && fills.length > 0 ? rhythm.everyMinutes * minuteMs : hourMs
  return source !== 'grid_signals' && (tick.epochMilliseconds % halfHourMs === 0 || pollEveryMs < halfHourMs)
}

/** Stored points as texts, so that every digit counts, without the columns on how and when they were computed. */
async function storedPoints(): Promise<Record<string, unknown>[]> {
  const rows = await fixture.sql<{ point: string }[]>`
    select (to_jsonb(score_points) - 'computed_at' - 'provenance')::text as point from score_points order by at`
  return rows.map(({ point }) => JSON.parse(point))
}

async function deletePoints(): Promise<void> {
  await fixture.sql`delete from score_points`
  await fixture.sql`delete from score_hours`
  await fixture.sql`delete from score_set_hours`
  await fixture.sql`delete from score_days`
}

/** Sums of the hours and days, without the provenance of the points. */
async function rollUps(): Promise<string[]> {
  const rows = await fixture.sql<{ row: string }[]>`
    select (to_jsonb(score_hours) - 'backfilled_samples')::text as row from score_hours
    union all
    select to_jsonb(score_set_hours)::text from score_set_hours
    union all
    select (to_jsonb(score_days) - 'revision' - 'backfilled_points' - 'first_live_at')::text from score_days order by row`
  return rows.map(({ row }) => row)
}

/** Points that the sums count as filled afterwards, by hours and by days, and days that tell of a live one. */
async function filledCounts(): Promise<number[]> {
  const [counts] = await fixture.sql<{ hours: number; days: number; live: number }[]>`
    select (select sum(backfilled_samples)::int from score_hours) as hours,
      (select sum(backfilled_points)::int from score_days) as days,
      (select count(first_live_at)::int from score_days) as live`
  return [counts?.hours ?? -1, counts?.days ?? -1, counts?.live ?? -1]
}

/** The sums of each hour, kept and redone: written differently from the product's statement, so that they can differ. */
async function createSumFunctions(): Promise<void> {
  await fixture.sql`
    create function kept_sums() returns table (hour timestamptz, samples bigint, price bigint, confidence bigint,
      optimal bigint, carbon bigint, grams numeric, delta numeric, spot numeric) language sql as $$
      select hour_start, samples, price_score_tenths, confidence_sum, optimal_samples, carbon_samples, carbon_hundredths,
        delta_hundredths, spot_price_hundredths from score_hours $$`
  await fixture.sql`
    create function plain_sums() returns table (hour timestamptz, samples bigint, price bigint, confidence bigint,
      optimal bigint, carbon bigint, grams numeric, delta numeric, spot numeric) language sql as $$
      select date_trunc('hour', at), count(*), sum(price_score_tenths), sum(confidence),
        sum((global_score >= 70)::int), count(production_g_co2eq_per_kwh),
        coalesce(sum(round(production_g_co2eq_per_kwh::numeric, 2)) * 100, 0),
        coalesce(sum(round(consumption_g_co2eq_per_kwh::numeric, 2) - round(production_g_co2eq_per_kwh::numeric, 2)) * 100, 0),
        coalesce(sum(round(spot_price_eur_per_mwh::numeric, 2)) * 100, 0)
      from score_points group by 1 $$`
}

const fill = (): Promise<FillOutcome> =>
  fillPoints(fixture.deps, { start, end }, { stopping: new AbortController().signal })

describe('points that are filled afterwards', () => {
  test('filled points and their sums equal those that the live computation stored', async () => {
    const liveSums = await rollUps()
    expect(livePoints).toHaveLength(ticks.length)
    const [filledHours, filledDays, liveDays = 0] = await filledCounts()
    expect([filledHours, filledDays, liveDays > 0]).toEqual([0, 0, true])
    await deletePoints()
    expect(await fill()).toEqual({ days: 1, doneDays: 1, addedPoints: ticks.length, emptyDays: 0, complete: true })
    expect(await storedPoints()).toEqual(livePoints)
    expect(await rollUps()).toEqual(liveSums)
    expect(await filledCounts()).toEqual([ticks.length, ticks.length, 0])
  })

  test('a second fill adds nothing', async () => {
    const [points, sums] = [await storedPoints(), await rollUps()]
    expect(await fill()).toMatchObject({ addedPoints: 0, emptyDays: 0, complete: true })
    expect(await storedPoints()).toEqual(points)
    expect(await rollUps()).toEqual(sums)
  })

  test('only missing points are filled: a stored point keeps its values, its inputs and its time', async () => {
    const holes = [ticks[3], ticks[4], ticks.at(-1)].map(String)
    await fixture.sql`delete from score_points where at = any(${holes}::timestamptz[])`
    await fixture.sql`update score_points set price_score_tenths = 7, provenance = 'live'`
    expect(await fill()).toMatchObject({ addedPoints: 3 })
    const rows = await fixture.sql<{ at: Temporal.Instant }[]>`
      select at from score_points where provenance = 'backfilled' and price_score_tenths <> 7 order by at`
    expect(rows.map(({ at }) => at.toString())).toEqual(holes)
  })

  test('no point is filled for the present tick or the future', async () => {
    const window = { start: end, end: end.add({ hours: 24 }) }
    await fillPoints(fixture.deps, window, { stopping: new AbortController().signal })
    const [newest] = await fixture.sql<{ at: Temporal.Instant }[]>`select max(at) as at from score_points`
    // It is 15:20: the point of that tick is the live computation's.
    expect(newest?.at.toString()).toBe('2026-02-03T15:10:00Z')
  })

  test('the sums equal a plain aggregate, in whatever order points were added', async () => {
    await deletePoints()
    const windows = [2, 0, 3, 1].map((part) => ({
      start: start.add({ minutes: 50 * part }),
      end: start.add({ minutes: 50 * part + 50 }),
    }))
    for (const window of windows) await fillPoints(fixture.deps, window, { stopping: new AbortController().signal })
    const differences = await fixture.sql`
      (select * from plain_sums() except select * from kept_sums())
      union all (select * from kept_sums() except select * from plain_sums())`
    expect(differences).toHaveLength(0)
    const [count] = await fixture.sql<{ hours: number }[]>`select count(*)::int as hours from kept_sums()`
    expect(count?.hours).toBe(4)
  })

  test('a day without generation and prices gets no points, and the report says so', async () => {
    const window = { start: start.subtract({ hours: 24 * 60 }), end: start.subtract({ hours: 24 * 59 }) }
    const outcome = await fillPoints(fixture.deps, window, { stopping: new AbortController().signal })
    expect(outcome).toMatchObject({ days: 2, doneDays: 2, addedPoints: 0, emptyDays: 2, complete: true })
  })

  test('a fill that is told to stop ends after the running day', async () => {
    const stopping = new AbortController()
    const window = { start: start.subtract({ hours: 72 }), end }
    const outcome = await fillPoints(fixture.deps, window, {
      stopping: stopping.signal,
      onProgress: ({ doneDays }) => doneDays === 1 && stopping.abort(),
    })
    expect(outcome).toMatchObject({ days: 4, doneDays: 1, complete: false })
  })

  test('a filled point uses the first version of each value and nothing revised after its tick', async () => {
    await fixture.sql`
      insert into feed_values (feed, series, slot_start, slot_end, value, known_from, payload_id)
      select feed, series, slot_start, slot_end, max(value) + 1000, '2026-02-03T15:10:00Z', 1
      from feed_values group by feed, series, slot_start, slot_end`
    await deletePoints()
    await fill()
    expect(await storedPoints()).toEqual(livePoints)
  })
})
