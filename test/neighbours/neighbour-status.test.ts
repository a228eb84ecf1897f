import { afterAll, beforeAll, expect, test } from 'bun:test'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { createPoller, type Poller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { addNeighbourGauges } from '@hexawatt/svc-ingest/src/neighbours/neighbour-status.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

let fixture: IngestFixture
let poller: Poller

beforeAll(async () => {
  fixture = await startIngestFixture('2026-02-03T18:40:00Z')
  poller = createPoller(fixture.deps)
})
afterAll(() => fixture.stop())

async function entry() {
  await poller.refreshLive()
  const status = await createSnapshotReader(fixture.deps).read(statusSnapshot)
  return status?.sources.find(({ id }) => id === 'neighbour_mixes')
}
const poll = (country: string) => poller.storeOpen(`energy_charts_mix_${country}` as 'energy_charts_mix_be', 'start')

test('the mixes of all neighbours are one entry of the status, which names the neighbours that are late or missing', async () => {
  expect(await entry()).toMatchObject({ lastSuccess: null, source: 'energy-charts', newestSlot: null })
  fixture.faults.set([
    { kind: 'late_mix', subject: 'energy-charts', country: 'de', lagHours: 168 },
    { kind: 'late_mix', subject: 'energy-charts', country: 'uk', lagHours: 10_000 },
  ])
  for (const country of ['be', 'de', 'gb']) await poll(country)
  const stored = await entry()
  expect(stored).toMatchObject({
    source: 'energy-charts',
    licence: 'CC BY 4.0',
    newestSlot: '2026-02-03T16:00:00Z',
    lagMinutes: 160,
    expectedNext: '2026-02-03T21:40:00Z',
    consecutiveFailures: 0,
    demo: true,
  })
  expect(stored?.note).toEndWith('No hour of the last 12: DE (newest ends 2026-01-27T18:00:00Z), GB (none yet).')
})

test('a neighbour that fails counts its failures there, and its age has a gauge of its own', async () => {
  fixture.faults.set([{ kind: 'error_500', subject: 'energy-charts' }])
  await expect(poll('ch')).rejects.toThrow('500')
  expect(await entry()).toMatchObject({ consecutiveFailures: 1, newestSlot: '2026-02-03T16:00:00Z' })
  const metrics = createMetrics('test')
  addNeighbourGauges({ ...fixture.deps, metrics })
  const lines = (await metrics.text())
    .split('\n')
    .filter((line) => line.startsWith('ingest_neighbour_mix_age_seconds{'))
    .sort()
  expect(lines.map((line) => [line.match(/country="(..)"/)?.[1], Number(line.split(' ').at(-1)) / 3_600])).toEqual([
    ['BE', expect.closeTo(2.67, 1)],
    ['DE', expect.closeTo(168.67, 1)],
  ])
})
