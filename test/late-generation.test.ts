import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { createPolledDatabase, type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

/** At 17:35 everything is fetched; the point of 17:40 knows all of it. */
const fetched = '2026-02-03T17:35:00Z'
const tick = Temporal.Instant.from('2026-02-03T17:40:00Z')

let fixture: IngestFixture
beforeEach(async () => {
  fixture = await startIngestFixture(fetched, { filledDatabase: await createPolledDatabase(fetched, sourceIds) })
  fixture.clock.moveTo('2026-02-03T17:40:10Z')
})
afterEach(() => fixture.stop())

const removeGenerationFrom = (instant: string) => fixture.sql`
  delete from feed_values where feed in ('generation_by_type', 'generation_mix_15min') and slot_start >= ${instant}`

const forecastGrams = async (): Promise<unknown[]> =>
  (
    await fixture.sql<{ grams: number | null }[]>`
      select g_co2eq_per_kwh as grams from forecast_points where issued_at = ${tick} order by lead_hours`
  ).map(({ grams }) => grams)

test('a point whose newest hour is too old has no carbon values, and its forecast starts from that hour', async () => {
  await removeGenerationFrom('2026-02-03T11:00:00Z')
  expect(await computePoint(fixture.deps, tick)).toBe('stored')
  const [row] = await fixture.sql<{ point: string }[]>`
    select to_jsonb(score_points)::text as point from score_points where at = ${tick}`
  expect(JSON.parse(row?.point ?? 'null')).toMatchObject({
    fallbacks: expect.arrayContaining(['carbon']),
    carbon_slot_start: null,
    production_g_co2eq_per_kwh: null,
    consumption_g_co2eq_per_kwh: null,
    low_carbon_pct: null,
    consumption_version: null,
    carbon_version: 1,
  })
  expect(await forecastGrams()).toEqual(Array(48).fill(expect.any(Number)))
})

test('a forecast has no carbon values if the newest hour is more than two days old', async () => {
  await removeGenerationFrom('2026-02-01T16:00:00Z')
  expect(await computePoint(fixture.deps, tick)).toBe('stored')
  expect(await forecastGrams()).toEqual(Array(48).fill(null))
})
