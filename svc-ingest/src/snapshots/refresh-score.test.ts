import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type ReferenceId, referenceIds } from '@hexawatt/shared/grid/feeds'
import { readCarbonRows } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { scoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createStoredRowsSource } from '../inputs/stored-rows-source.ts'
import { recordFailure, recordSuccess } from '../pipeline/source-status-store.ts'
import { seedReferences } from '../references/store-reference.ts'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { refreshScore } from './refresh-score.ts'

let fixture: ComputeFixture

beforeEach(async () => {
  fixture = await createComputeFixture('2026-02-03T12:00:00')
  await ensureDataMode(fixture.sql, 'demo')
  const deps = { ...fixture.deps, random: Math.random, sleep: async () => undefined }
  await seedReferences(deps.sql)
})
afterEach(() => fixture.stop())

/** Availability of the references in the snapshot of the score at an instant. */
async function availableAt(instant: string): Promise<Partial<Record<ReferenceId, boolean>>> {
  fixture.moveTo(instant)
  const now = utc(instant)
  await refreshScore(fixture.deps, readCarbonRows(createStoredRowsSource(fixture.sql, now), now), now)
  const sources = (await fixture.snapshot(scoreSnapshot))?.sourceAvailability ?? {}
  return Object.fromEntries(referenceIds.map((id) => [id, sources[id]]))
}

async function synchronised(source: ReferenceId, instant: string): Promise<void> {
  await recordSuccess(fixture.sql, source, {
    at: utc(instant),
    newestSlotEnd: null,
    origin: { isGenerated: false, note: null },
    publisher: null,
  })
}

test('a reference whose synchronisation has failed for 30 days is unavailable, while the other stays available', async () => {
  await synchronised('emission_factors', '2026-02-03T12:00:00')
  await synchronised('country_intensities', '2026-02-03T12:00:00')
  await recordFailure(fixture.sql, 'emission_factors', utc('2026-02-04T12:00:00'), 'did not answer')
  await synchronised('country_intensities', '2026-03-05T12:00:00')
  expect(await availableAt('2026-03-05T12:00:00')).toEqual({ emission_factors: true, country_intensities: true })
  expect(await availableAt('2026-03-05T12:00:01')).toEqual({ emission_factors: false, country_intensities: true })
  expect(await availableAt('2026-03-15T12:00:00')).toEqual({ emission_factors: false, country_intensities: true })
  await synchronised('emission_factors', '2026-03-15T12:00:00')
  expect(await availableAt('2026-03-15T12:01:00')).toEqual({ emission_factors: true, country_intensities: true })
})

test('the shipped factors are used for 30 days of real time without any synchronisation', async () => {
  await recordFailure(fixture.sql, 'country_intensities', utc('2026-02-03T12:00:00'), 'no key')
  const both = { emission_factors: true, country_intensities: true }
  expect(await availableAt('2026-02-03T12:01:00')).toEqual(both)
  // A moved clock makes no installation older.
  expect(await availableAt('2030-02-03T12:01:00')).toEqual(both)
  await fixture.sql`update data_stamp set stamped_at = now() - interval '40 days'`
  expect(await availableAt('2026-02-03T12:02:00')).toEqual({ emission_factors: false, country_intensities: false })
})
