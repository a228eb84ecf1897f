import { afterAll, expect, test } from 'bun:test'
import { createUpstreamApp } from '@hexawatt/dev/src/upstream/app.ts'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { addParisDays, parisDayStart } from '@hexawatt/shared/time/paris'
import { feedRegistry } from '@hexawatt/svc-ingest/src/feeds/registry.ts'
import { judge } from '@hexawatt/svc-ingest/src/pipeline/plausibility.ts'
import { createTokenSources } from '@hexawatt/svc-ingest/src/upstream/credentials.ts'
import { createOperatorClient } from '@hexawatt/svc-ingest/src/upstream/operator-client.ts'
import { createTestClock } from './testing/test-clock.ts'

/** The evening on which each week is looked back on: winter, both clock changes, summer. */
const evenings = ['2026-01-20T20:00:00Z', '2026-03-31T20:00:00Z', '2026-07-15T20:00:00Z', '2026-10-27T20:00:00Z']
const daysBack = 7

const credentials = { clientId: 'test-client', clientSecret: 'test-secret' }
const clock = createTestClock(evenings[0] ?? '')
const upstream = createUpstreamApp({
  clock,
  credentials,
  source: createGridSource({ clock }),
  // Four weeks are fetched in a few seconds; the signal's minimum interval has tests of its own.
  enforceQuota: false,
}).listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
const baseUrl = new URL(`http://127.0.0.1:${upstream.server?.port}`)
const operator = createOperatorClient({
  baseUrl,
  tokenSourceFor: createTokenSources(baseUrl, { shared: credentials, byApi: {} }),
  sleep: async () => undefined,
  random: () => 0,
})
afterAll(() => upstream.stop(true))

test('all thirteen feeds of the methodology are registered', () => {
  expect(feedRegistry.map(({ id }) => id).toSorted()).toEqual(feedIds.toSorted())
})

for (const feed of feedRegistry) {
  test(`${feed.id}: everything the demo upstream sends is read, believed, and there in every season`, async () => {
    for (const evening of evenings) {
      clock.moveTo(evening)
      const now = clock.now()
      const end = feed.windowEnd === 'now' ? now : addParisDays(now, 1 + feed.windowEnd.daysAhead)
      let received = 0
      const window = { start: addParisDays(parisDayStart(now), -daysBack), end }
      for await (const payload of operator.fetchWindow(feed.resource, window)) {
        const { measurements, documents, unreadableSlots } = feed.normalise(payload.json, payload.query)
        const { accepted, quarantined } = judge(feed, measurements, now)
        expect({ unreadableSlots, refused: quarantined.slice(0, 3).map(({ reason }) => reason) }).toEqual({
          unreadableSlots: 0,
          refused: [],
        })
        received += accepted.length + documents.length
      }
      expect(received).toBeGreaterThan(0)
    }
  })
}
