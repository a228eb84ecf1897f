import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { forecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { readSnapshotRow } from '@hexawatt/shared/snapshot/snapshot-store'
import { createBandLevelsReader } from '@hexawatt/svc-ingest/src/forecast/band-state.ts'
import { createPartitions } from '@hexawatt/svc-ingest/src/pipeline/partition-store.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import { createLiveRefresh } from '@hexawatt/svc-ingest/src/snapshots/refresh-live.ts'
import { addMadeConsumptionHours } from '@hexawatt/svc-ingest/src/testing/made-consumption-hours.ts'
import { createPolledDatabase, type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

const fetched = '2026-02-03T17:35:00Z'
const hour = Temporal.Instant.from('2026-02-03T18:00:00Z')

let fixture: IngestFixture
beforeEach(async () => {
  fixture = await startIngestFixture(fetched, { filledDatabase: await createPolledDatabase(fetched, sourceIds) })
  fixture.clock.moveTo('2026-02-03T18:00:10Z')
})
afterEach(() => fixture.stop())

/** Issues and their hours as text, so that every digit counts. */
async function archive() {
  const [row] = await fixture.sql<{ issues: number; hours: number; text: string }[]>`
    select (select count(*)::int from forecast_issues) as issues, (select count(*)::int from forecast_issue_hours) as hours,
      coalesce((select jsonb_agg(to_jsonb(h) order by issued_at, lead_hours) from forecast_issue_hours h)::text, '')
      || coalesce((select jsonb_agg(to_jsonb(i) order by issued_at) from forecast_issues i)::text, '') as text`
  return row
}

describe('the forecast of a full hour', () => {
  test('the forecast of a full hour is archived with its point: its hours, values, bands and levels', async () => {
    expect(await computePoint(fixture.deps, hour)).toBe('stored')
    expect(await archive()).toMatchObject({ issues: 1, hours: 49 })
    const differing = await fixture.sql`
      select archived.lead_hours from forecast_issue_hours archived join forecast_points point using (issued_at, lead_hours)
      where archived.target_start <> point.slot_start or archived.carbon is distinct from point.g_co2eq_per_kwh::real
        or (case when is_price_auctioned then price end) is distinct from point.spot_price_eur_per_mwh::real`
    expect([...differing]).toEqual([])
    const [joined] = await fixture.sql<{ hours: number; banded: number; auctioned: number; scored: number }[]>`
      select count(*)::int as hours, count(*) filter (where carbon_low < carbon and carbon < carbon_high)::int as banded,
        count(*) filter (where is_price_auctioned and price_low = price and price_high = price)::int as auctioned,
        count(score)::int as scored
      from forecast_issue_hours join forecast_points using (issued_at, lead_hours) where lead_hours > 0`
    expect(joined).toMatchObject({ hours: 48, banded: 48, scored: 48 })
    // 18:00 UTC is 19:00 in Paris: all of tomorrow is auctioned.
    expect(joined?.auctioned).toBe(28)
    const levels = await createBandLevelsReader(fixture.sql)(fixture.clock.now())
    expect(levels.carbon).toEqual(Array(13).fill(null))
  })

  test('with the imports of the last weeks the consumption of each hour is archived and shown as it was issued', async () => {
    const [from, before] = [hour.subtract({ hours: 24 * 30 }), hour.subtract({ hours: 4 })]
    await addMadeConsumptionHours(fixture.sql, from, before, hour.subtract({ minutes: 5 }))
    expect(await computePoint(fixture.deps, hour)).toBe('stored')
    const [issue] =
      await fixture.sql`select consumption_method, newest_consumption_start, missing_inputs from forecast_issues`
    expect(issue).toEqual({
      consumptionMethod: 'similar_hours',
      newestConsumptionStart: before.subtract({ hours: 1 }),
      missingInputs: [],
    })
    const [counted] = await fixture.sql`
      select count(*) filter (where consumption_carbon_low < consumption_carbon and consumption_carbon < consumption_carbon_high
          and direct_consumption_carbon_low < direct_consumption_carbon
          and direct_consumption_carbon < direct_consumption_carbon_high)::int as banded,
        count(*) filter (where consumption_carbon > carbon and direct_consumption_carbon > direct_carbon)::int as dirtier
      from forecast_issue_hours`
    // Germany is dirtier than any French hour.
    expect(counted).toEqual({ banded: 49, dirtier: 49 })
    const [realised] = await fixture.sql`
      select count(consumption_carbon)::int as hours, max(hour_start) filter (where direct_consumption_carbon is not null) as newest
      from realised_hours`
    expect(realised).toEqual({ hours: 30 * 24 - 4, newest: before.subtract({ hours: 1 }) })
    await createLiveRefresh(fixture.deps, 60_000)()
    const snapshot = await readSnapshotRow(fixture.sql, forecastSnapshot)
    const archived = await fixture.sql<{ lead: number; value: number; high: number }[]>`
      select lead_hours as lead, consumption_carbon as value, direct_consumption_carbon_high as high
      from forecast_issue_hours where lead_hours > 0 order by lead_hours`
    expect(archived).toHaveLength(48)
    for (const { lead, value, high } of archived) {
      const shown = snapshot?.hours[lead - 1]
      expect(shown?.consumptionCarbon.gCo2PerKwh ?? 0).toBeCloseTo(value, 1)
      expect(shown?.directConsumptionCarbon.band?.high ?? 0).toBeCloseTo(high, 1)
    }
  })

  test('the forecast is archived exactly once an hour: another tick, a retry and a second program add nothing', async () => {
    const second = { ...fixture.deps, partitions: createPartitions(fixture.sql) }
    const outcomes = await Promise.all([computePoint(fixture.deps, hour), computePoint(second, hour)])
    expect(outcomes.sort()).toEqual(['stored', 'stored before'])
    const first = await archive()
    expect(await computePoint(fixture.deps, hour)).toBe('stored before')
    fixture.clock.moveTo('2026-02-03T18:10:10Z')
    expect(await computePoint(fixture.deps, hour.add({ minutes: 10 }))).toBe('stored')
    expect(await archive()).toEqual(first)
  })

  test('a lost point loses its forecast, and the retry makes both', async () => {
    await fixture.deps.partitions.ensure('forecast_issue_hours', [hour])
    await fixture.sql.unsafe('alter table forecast_issue_hours_2026_02 add constraint broken check (lead_hours < 48)')
    await expect(computePoint(fixture.deps, hour)).rejects.toThrow('broken')
    expect(await fixture.sql`select 1 from score_points where at = ${hour}`).toHaveLength(0)
    expect(await archive()).toMatchObject({ issues: 0, hours: 0 })
    await fixture.sql.unsafe('alter table forecast_issue_hours_2026_02 drop constraint broken')
    expect(await computePoint(fixture.deps, hour)).toBe('stored')
    expect(await archive()).toMatchObject({ issues: 1, hours: 49 })
  })

  test('a fill adds the point of a missed hour and no forecast', async () => {
    fixture.clock.moveTo('2026-02-03T18:10:10Z')
    expect(await computePoint(fixture.deps, hour)).toBe('missed')
    const window = { start: hour, end: hour.add({ minutes: 10 }) }
    await fillPoints(fixture.deps, window, { stopping: new AbortController().signal })
    expect(await fixture.sql`select 1 from score_points where at = ${hour}`).toHaveLength(1)
    expect(await archive()).toMatchObject({ issues: 0, hours: 0 })
  })
})

describe('realised values', () => {
  test('at the full hour the archive notes what came true: the intensities of the carbon snapshot, the price, the score of earlier points', async () => {
    fixture.clock.moveTo('2026-02-03T17:40:10Z')
    await computePoint(fixture.deps, hour.subtract({ minutes: 20 }))
    expect(await fixture.sql`select 1 from realised_hours`).toHaveLength(0)
    fixture.clock.moveTo('2026-02-03T18:00:10Z')
    await computePoint(fixture.deps, hour)
    const [noted] = await fixture.sql<{ hours: number; newest: Temporal.Instant; scored: number }[]>`
      select count(*)::int as hours, max(hour_start) filter (where carbon is not null) as newest, count(score_2)::int as scored
      from realised_hours`
    expect(noted?.hours).toBeGreaterThan(24)
    expect(noted?.scored).toBe(1)
    const [point] = await fixture.sql<{ grams: number; slot: Temporal.Instant }[]>`
      select production_g_co2eq_per_kwh as grams, carbon_slot_start as slot from score_points where at = ${hour}`
    const [realised] = await fixture.sql<{ carbon: number }[]>`
      select carbon from realised_hours where hour_start = ${point?.slot ?? null}`
    expect(realised?.carbon).toBe(point?.grams ?? Number.NaN)
  })
})
