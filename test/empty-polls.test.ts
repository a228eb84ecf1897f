import { afterEach, describe, expect, test } from 'bun:test'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { addSourceGauges } from '@hexawatt/svc-ingest/src/maintenance/gauges.ts'
import { pollSource } from '@hexawatt/svc-ingest/src/poll/poll-source.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { startIngestFixture } from './testing/ingest-fixture.ts'

const fixture = stopAtEnd(await startIngestFixture('2026-02-03T12:00:00Z', { mode: 'live' }))
const poller = createPoller(fixture.deps)
afterEach(async () => {
  fixture.faults.clear()
  await fixture.sql`truncate poll_yields, publisher_pauses, publisher_calls`
})

/** The gauge by source and content, as Prometheus reads it. */
async function emptyPolls(): Promise<Record<string, number>> {
  const metrics = createMetrics('test')
  addSourceGauges({ ...fixture.deps, metrics })
  const lines = (await metrics.text()).matchAll(
    /^ingest_source_empty_polls\{.*?source="(\w+)",content="(\w+)".*?\} (\d+)$/gm,
  )
  return Object.fromEntries([...lines].map(([, source, content, value]) => [`${source} ${content}`, Number(value)]))
}

async function pollOpen(id: string): Promise<void> {
  await pollSource(fixture.deps, getSource(id))
}

describe('a poll that finds no value where the one before it did is counted', () => {
  test('a poll of a dataset that finds no value after one that did is counted, until a poll finds a value again', async () => {
    await pollOpen('rte_services_tariff')
    expect(await emptyPolls()).toEqual({ 'rte_services_tariff tariff_calendar': 0 })
    fixture.faults.set([{ kind: 'unknown_colors', subject: 'rte-services' }])
    await pollOpen('rte_services_tariff')
    await pollOpen('rte_services_tariff')
    expect(await emptyPolls()).toEqual({ 'rte_services_tariff tariff_calendar': 2 })
    fixture.faults.clear()
    await pollOpen('rte_services_tariff')
    expect(await emptyPolls()).toEqual({ 'rte_services_tariff tariff_calendar': 0 })
  })

  test('a poll of an operator feed that finds no value after one that did is counted', async () => {
    await poller.store('generation_forecast')
    fixture.faults.set([{ kind: 'absent_slots', subject: 'generation_forecast' }])
    await poller.store('generation_forecast')
    expect(await emptyPolls()).toEqual({ 'generation_forecast generation_forecast': 1 })
  })

  test('a source that never had a value and a failed poll are not counted', async () => {
    fixture.faults.set([{ kind: 'unknown_colors', subject: 'rte-services' }])
    await pollOpen('rte_services_tariff')
    expect(await emptyPolls()).toEqual({})
    fixture.faults.clear()
    await pollOpen('rte_services_tariff')
    fixture.faults.set([{ kind: 'error_500', subject: 'rte-services' }])
    await expect(pollOpen('rte_services_tariff')).rejects.toThrow()
    expect(await emptyPolls()).toEqual({ 'rte_services_tariff tariff_calendar': 0 })
  })

  test('each content of a dataset is counted separately, also content that fills no feed', async () => {
    await pollOpen('odre_national')
    await pollOpen('odre_regional')
    expect(Object.keys(await emptyPolls()).toSorted()).toEqual([
      'odre_national consumption',
      'odre_national exchange_schedules',
      'odre_national generation_mix_15min',
      'odre_national published_intensities',
      'odre_regional regions',
    ])
  })
})
