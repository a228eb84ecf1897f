import { expect, test } from 'bun:test'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { isDatasetId } from '@hexawatt/shared/grid/publishers'
import {
  carbonSnapshot,
  forecastSnapshot,
  gridStatusSnapshot,
  scoreSnapshot,
  statusSnapshot,
  tariffSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader, type SnapshotKind } from '@hexawatt/shared/snapshot/snapshot-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { recordFailure } from '@hexawatt/svc-ingest/src/pipeline/source-status-store.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import { startIngestFixture } from './testing/ingest-fixture.ts'

const asOf = '2026-02-03T18:05:00Z'

/** Feeds of which the operator's API gives nothing. */
const failing = ['power_exchanges', 'generation_by_type', 'generation_mix_15min', 'tariff_calendar'] as const

const fixture = stopAtEnd(await startIngestFixture(asOf, { mode: 'live' }))
await seedReferences(fixture.deps.sql)
const poller = createPoller(fixture.deps)

const read = <Body>(kind: SnapshotKind<Body>) => createSnapshotReader(fixture.deps).read(kind)

async function sourcesOfStatus(): Promise<Record<string, string | null>> {
  const status = await read(statusSnapshot)
  return Object.fromEntries(status?.sources.map(({ id, source }) => [id, source]) ?? [])
}

test('in live mode an open source that stands in degrades what uses it, and is named in /api/status', async () => {
  for (const feed of feedIds) {
    if (failing.some((id) => id === feed)) {
      for (let attempt = 0; attempt < 3; attempt++) await recordFailure(fixture.sql, feed, fixture.clock.now(), 'down')
    } else await poller.store(feed)
  }
  for (const { id } of fixture.deps.sources) if (isDatasetId(id)) await poller.pollOpen(id, 'start')
  await poller.refreshLive()
  expect(await sourcesOfStatus()).toMatchObject({
    power_exchanges: 'energy-charts',
    generation_mix_15min: 'odre',
    generation_by_type: null,
    tariff_calendar: 'rte-services',
    grid_signals: 'rte',
    physical_flows: 'rte',
  })
  const status = await read(statusSnapshot)
  // The failures are those of the operator's API, which a fallback source does not hide.
  expect(status?.sources.find(({ id }) => id === 'power_exchanges')).toMatchObject({ consecutiveFailures: 3 })
  // Every feed that the score weighs is there: only the fallback sources cause the header.
  const score = await read(scoreSnapshot)
  expect(score).toMatchObject({ mode: 'live', confidence: 100, hasLateSource: true })
  expect(Object.values(score?.sourceAvailability ?? {})).not.toContain(false)
  expect((await read(forecastSnapshot))?.hasLateSource).toBe(true)
  expect(await read(carbonSnapshot)).toMatchObject({ mode: 'live', usesSpare: true })
  expect((await read(tariffSnapshot))?.usesSpare).toBe(true)
  expect((await read(gridStatusSnapshot))?.usesSpare).toBeUndefined()
})

test('nothing stays degraded once the operator delivers every feed again', async () => {
  fixture.clock.moveTo('2026-02-03T19:05:00Z')
  // The signal may be asked once in a quarter of an hour of real time.
  for (const feed of feedIds.filter((id) => id !== 'grid_signals')) await poller.store(feed)
  await poller.refreshLive()
  const sources = await sourcesOfStatus()
  expect(new Set(feedIds.map((feed) => sources[feed]))).toEqual(new Set(['rte']))
  expect(await read(scoreSnapshot)).toMatchObject({ confidence: 100, hasLateSource: false })
  expect((await read(carbonSnapshot))?.usesSpare).toBeUndefined()
  expect((await read(tariffSnapshot))?.usesSpare).toBeUndefined()
})
