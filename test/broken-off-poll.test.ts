import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createEmptyFetch, storeAnswer } from '@hexawatt/svc-ingest/src/poll/fetch-and-store.ts'
import { pollSource } from '@hexawatt/svc-ingest/src/poll/poll-source.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

const asOf = '2026-02-03T12:11:00Z'
/** Feeds that need several requests for one window. */
const feedsOfManyRequests = ['exchange_schedules', 'generation_forecast', 'imbalance'] as const

let fixture: IngestFixture
let other: IngestFixture

beforeEach(async () => {
  ;[fixture, other] = await Promise.all([startIngestFixture(asOf), startIngestFixture(asOf)])
})
afterEach(async () => {
  await Promise.all([fixture.stop(), other.stop()])
})

describe('a first poll that breaks off', () => {
  for (const feed of feedsOfManyRequests) {
    test(`a first poll of ${feed} that breaks off after one answer leaves the next poll to store what an undisturbed one stores`, async () => {
      const source = getSource(feed)
      const calls = source.calls({ now: fixture.clock.now(), lastSuccess: null, newestSlotEnd: null })
      for await (const { answer } of fixture.deps.client.fetch(source, calls)) {
        const fetched = createEmptyFetch([feed])
        await storeAnswer(fixture.deps, source, answer, [feed], fetched)
        expect(fetched.byFeed.get(feed)?.changedSlots).toBeGreaterThan(0)
        break
      }
      await pollSource(fixture.deps, source)
      await pollSource(other.deps, source)
      expect(await fixture.storedValues()).toBe(await other.storedValues())
    })
  }
})

test('a poll after a complete one asks for the revision span only', async () => {
  const feed = 'generation_by_type'
  const first = await pollSource(fixture.deps, getSource(feed))
  await fixture.sql`delete from feed_values where slot_start < '2026-01-30T00:00:00Z'`
  const second = await pollSource(fixture.deps, getSource(feed))
  expect(first.byFeed.get(feed)?.changedSlots).toBeGreaterThan(0)
  expect(second.byFeed.get(feed)?.changedSlots).toBe(0)
})
