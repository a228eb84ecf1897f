import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { readCompleteness } from '@hexawatt/svc-ingest/src/backfill/completeness.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { createPolledDatabase, type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

/** After 18:00 in Paris: the forecasts of the evening are out. */
const fetched = '2026-02-03T17:35:00Z'
const tick = Temporal.Instant.from('2026-02-03T17:40:00Z')
const further = (series: string) => series.startsWith('D-2/') || series.startsWith('D-3/')

let fixture: IngestFixture
beforeEach(async () => {
  fixture = await startIngestFixture(fetched, { filledDatabase: await createPolledDatabase(fetched, sourceIds) })
})
afterEach(() => fixture.stop())

/** The point of the tick, every digit, without the moment of the computation. */
async function pointOfTick(): Promise<unknown> {
  fixture.clock.moveTo('2026-02-03T17:40:10Z')
  expect(await computePoint(fixture.deps, tick)).toBe('stored')
  const [row] = await fixture.sql`
    select (to_jsonb(score_points) - 'computed_at')::text as point from score_points where at = ${tick}`
  return row
}

async function forgetFurtherHorizons(): Promise<void> {
  await fixture.sql`
    delete from feed_values where feed = 'generation_forecast' and (series like 'D-2/%' or series like 'D-3/%')`
}

describe('forecasts of wind and sun issued two and three days ahead', () => {
  test('wind and sun forecasts two and three days ahead are stored as series of their own, up to the end of the third day', async () => {
    const rows = await fixture.sql<{ series: string; newest: Temporal.Instant }[]>`
      select series, max(slot_end) as newest from feed_values where feed = 'generation_forecast' group by series`
    const newest = Object.fromEntries(rows.map(({ series, newest }) => [series, newest.toString()]))
    expect(Object.keys(newest).filter(further).toSorted()).toEqual(
      ['D-2', 'D-3'].flatMap((lead) => ['SOLAR', 'WIND_OFFSHORE', 'WIND_ONSHORE'].map((type) => `${lead}/${type}`)),
    )
    expect(newest['D-1/SOLAR']).toBe('2026-02-04T23:00:00Z')
    expect(newest['D-2/SOLAR']).toBe('2026-02-05T23:00:00Z')
    expect(newest['D-3/SOLAR']).toBe('2026-02-06T23:00:00Z')
  })

  test('wind and sun forecasts two and three days ahead do not make the feed look fresher than its forecast for tomorrow', async () => {
    const [row] = await fixture.sql`
      select newest_slot_end::text as newest from source_status where source = 'generation_forecast'`
    expect(Date.parse(row?.['newest'])).toBe(Date.parse('2026-02-04T23:00:00Z'))
  })

  test('wind and sun forecasts two and three days ahead change no column of a point, including its record of inputs', async () => {
    const withThem = await pointOfTick()
    await fixture.stop()
    fixture = await startIngestFixture(fetched, { filledDatabase: await createPolledDatabase(fetched, sourceIds) })
    await forgetFurtherHorizons()
    expect(await pointOfTick()).toEqual(withThem)
  })

  test('wind and sun forecasts two and three days ahead do not complete a day that lacks other forecasts', async () => {
    await fixture.sql`
      delete from feed_values where feed = 'generation_forecast' and not series like any(array['D-2/%', 'D-3/%'])
        and slot_start >= '2026-01-30T23:00:00Z' and slot_start < '2026-01-31T23:00:00Z'`
    const days = await readCompleteness(
      fixture.sql,
      'generation_forecast',
      { from: null, to: null },
      fixture.clock.now(),
    )
    const missing = days.filter(({ presentMinutes }) => presentMinutes === 0)
    expect(missing.map(({ day }) => day.toString())).toEqual(['2026-01-31'])
  })
})
