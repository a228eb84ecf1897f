import { afterEach, beforeEach, expect, test } from 'bun:test'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { feedIds, weightlessFeedIds } from '@hexawatt/shared/grid/feeds'
import { type ComputeFixture, createComputeFixture } from '../testing/compute-fixture.ts'

const migration = `${import.meta.dir}/../../../shared/src/postgres/migrations/0012_point_provenance.sql`

let fixture: ComputeFixture
beforeEach(async () => {
  fixture = await createComputeFixture('2026-02-04T00:00:00')
})
afterEach(() => fixture.stop())

test('a feed counts as late only when it has a weight in the confidence', async () => {
  for (const feed of feedIds) {
    const inputs = Object.fromEntries(feedIds.map((id) => [id, { phi: id === feed ? 0.999 : 1 }]))
    const [row] = await fixture.sql<{ isLate: boolean }[]>`
      select uses_late_feed(${JSON.stringify(inputs)}::text::jsonb - ${weightlessFeedIds}::text[]) as is_late`
    expect([feed, row?.isLate]).toEqual([feed, feedFacts[feed].confidenceWeight > 0])
  }
})

test('from version 2 of the confidence on, a late hourly feed counts as late only when the quarter-hourly mix is late too', async () => {
  const isLate = async (hourly: number, mix: number, version: number) => {
    const inputs = { generation_by_type: { phi: hourly }, generation_mix_15min: { phi: mix }, consumption: { phi: 1 } }
    const [row] = await fixture.sql<{ isLate: boolean }[]>`
      select counts_late_feed(${JSON.stringify(inputs)}::text::jsonb, ${version}::smallint) as is_late`
    return row?.isLate
  }
  expect([await isLate(0, 1, 2), await isLate(0, 1, 1)]).toEqual([false, true])
  expect([await isLate(0.5, 0.6, 2), await isLate(1, 0.6, 2), await isLate(0.5, 0.5, 2)]).toEqual([true, true, true])
  expect([await isLate(1, 1, 2), await isLate(1, 1, 1)]).toEqual([false, false])
})

test('points that were stored before the migration are counted by it', async () => {
  const { sql } = fixture
  await sql.unsafe(`
    create table score_points_of_test partition of score_points default;
    drop index score_hours_late_feed;
    alter table score_hours drop column backfilled_samples, drop column late_feed_samples;
    alter table score_days drop column backfilled_points, drop column first_live_at;
    drop function counts_late_feed, uses_late_feed;
    insert into score_points (at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths, global_score,
      confidence, fallbacks, score_version, carbon_version, confidence_version, inputs, provenance, computed_at)
    select at, 500, 500, 500, 500, 50, 90, '{}', 1, 1, 1,
      jsonb_build_object('imbalance', jsonb_build_object('phi', case when at = '2026-02-03T01:50Z' then 0.5 else 1 end)),
      case when at < '2026-02-03T01:10Z' then 'backfilled' else 'live' end, now()
    from generate_series('2026-02-02T23:00Z'::timestamptz, '2026-02-03T01:50Z', '10 minutes') as at;
    insert into score_hours select date_bin('1 hour', at, 'epoch'), 1, 1, 1, 0, count(*), 0, 0, 0, 0, 0, 0, 0, 0, 0, null, 0, 0, 0, 0, 0
      from score_points group by 1;
    insert into score_days select (at at time zone 'UTC')::date, count(*), 0, 0, min(at), null, null, max(at), 1
      from score_points group by 1`)
  const text = await Bun.file(migration).text()
  await sql.begin((tx) => tx.unsafe(text))
  expect(
    await sql`select backfilled_samples, late_feed_samples from score_hours order by hour_start`.then((rows) =>
      rows.map((row) => Object.values(row)),
    ),
  ).toEqual([
    [6, 0],
    [6, 0],
    [1, 1],
  ])
  const days = await sql<{ backfilledPoints: number; firstLiveAt: Temporal.Instant | null }[]>`
    select backfilled_points, first_live_at from score_days order by day`
  expect(days.map(({ backfilledPoints, firstLiveAt }) => [backfilledPoints, firstLiveAt?.toString() ?? null])).toEqual([
    [6, null],
    [7, '2026-02-03T01:10:00Z'],
  ])
})
