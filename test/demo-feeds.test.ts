import { afterAll, expect, test } from 'bun:test'
import { createUpstreamApp } from '@hexawatt/dev/src/upstream/app.ts'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { addParisDays, parisDayStart } from '@hexawatt/shared/time/paris'
import { judge } from '@hexawatt/svc-ingest/src/pipeline/plausibility.ts'
import { operatorSources } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { startOperatorClient } from '@hexawatt/svc-ingest/src/upstream/testing/operator-client-fixture.ts'
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
const client = startOperatorClient(baseUrl, { shared: credentials, byApi: {} })
afterAll(() => upstream.stop(true))

test('all thirteen feeds of the methodology are registered', () => {
  expect(operatorSources.map(({ id }) => id).toSorted()).toEqual(feedIds.toSorted())
})

for (const source of operatorSources) {
  test(`${source.id}: every payload of the demo upstream is parsed and accepted, in every season`, async () => {
    for (const evening of evenings) {
      clock.moveTo(evening)
      const now = clock.now()
      let received = 0
      // A poll whose newest slot is a week old; a resource without a window gives its newest issue.
      const newestSlotEnd = addParisDays(parisDayStart(now), -daysBack)
      const calls = source.calls({ now, lastSuccess: newestSlotEnd, newestSlotEnd })
      for await (const { answer } of client.fetch(source, calls)) {
        for (const { feed, normalised } of source.read(answer).feeds ?? []) {
          const { measurements, documents, unreadableSlots } = normalised
          const { accepted, quarantined } = judge(feed, measurements, now)
          expect({ unreadableSlots, refused: quarantined.slice(0, 3).map(({ reason }) => reason) }).toEqual({
            unreadableSlots: 0,
            refused: [],
          })
          received += accepted.length + documents.length
        }
      }
      expect(received).toBeGreaterThan(0)
    }
  })
}
