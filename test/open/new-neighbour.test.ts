import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { readSourceStatus } from '@hexawatt/svc-ingest/src/pipeline/source-status-store.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

let fixture: IngestFixture
const warnings: object[] = []

beforeAll(async () => {
  fixture = await startIngestFixture('2026-02-03T18:20:00Z', { mode: 'open' })
})
afterAll(() => fixture.stop())

test('a new neighbour does not affect the others; it is counted, logged once, and named in the status', async () => {
  const { faults, deps, clock, sql } = fixture
  faults.set([{ kind: 'new_neighbour', subject: 'energy-charts', name: 'Andorra' }])
  const logger = Object.assign(Object.create(deps.logger), { warn: (facts: object) => void warnings.push(facts) })
  const poller = createPoller({ ...deps, logger })
  await poller.storeOpen('energy_charts_flows', 'start')
  clock.advance({ hours: 1 })
  await poller.storeOpen('energy_charts_flows', 'start')
  const [row] = await sql<{ areas: number }[]>`
    select count(distinct series)::int / 2 as areas from feed_values where feed = 'physical_flows'`
  expect(row?.areas).toBe(6)
  expect(warnings).toContainEqual({ source: 'physical_flows', names: ['andorra'] })
  expect(warnings.filter((facts) => 'names' in facts)).toHaveLength(1)
  const counted = (await deps.metrics.text()).split('\n').find((line) => line.startsWith('ingest_new_elements_total{'))
  expect(counted).toContain('source="physical_flows"')
  // Each poll counts the name once.
  expect(counted?.split(' ').at(-1)).toBe('2')
  const status = (await readSourceStatus(sql)).find(({ source }) => source === 'physical_flows')
  expect(status?.note).toContain('Unknown to this version: andorra.')
})
