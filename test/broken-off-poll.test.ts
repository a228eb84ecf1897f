import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { runFeed, storePayload } from '@hexawatt/svc-ingest/src/pipeline/run-feed.ts'
import { selectWindow } from '@hexawatt/svc-ingest/src/pipeline/select-window.ts'
import { feedsOf, type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

const asOf = '2026-02-03T12:11:00Z'
/** Feeds that need several requests for one window. */
const feedsOfManyRequests: FeedId[] = ['exchange_schedules', 'generation_forecast', 'imbalance']

let fixture: IngestFixture
let other: IngestFixture

beforeEach(async () => {
  ;[fixture, other] = await Promise.all([startIngestFixture(asOf), startIngestFixture(asOf)])
})
afterEach(async () => {
  await Promise.all([fixture.stop(), other.stop()])
})

describe('a first poll that breaks off', () => {
  for (const feed of feedsOf(...feedsOfManyRequests)) {
    test(`of ${feed.id} after its first answer: the next poll stores what an undisturbed one stores`, async () => {
      const window = selectWindow(feed, null, fixture.clock.now())
      for await (const payload of fixture.deps.operator.fetchWindow(feed.resource, window)) {
        expect((await storePayload(fixture.deps, feed, payload)).changedSlots).toBeGreaterThan(0)
        break
      }
      await runFeed(fixture.deps, feed)
      await runFeed(other.deps, feed)
      expect(await fixture.storedValues()).toBe(await other.storedValues())
    })
  }
})

test('a poll after a complete one asks for the revision span only', async () => {
  const [feed] = feedsOf('generation_by_type')
  if (feed === undefined) throw new Error('the feed is not registered')
  const first = await runFeed(fixture.deps, feed)
  await fixture.sql`delete from feed_values where slot_start < '2026-01-30T00:00:00Z'`
  const second = await runFeed(fixture.deps, feed)
  expect(first.changedSlots).toBeGreaterThan(0)
  expect(second.changedSlots).toBe(0)
})
