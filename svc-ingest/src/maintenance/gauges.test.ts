import { beforeAll, describe, expect, test } from 'bun:test'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { recordFailure } from '../pipeline/source-status-store.ts'
import { computePoint } from '../points/compute-point.ts'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { addMadeIssues } from '../testing/forecast-archive-fixture.ts'
import { addPointGauges, addQueueGauges, addSourceGauges } from './gauges.ts'

const fixture = stopAtEnd(await createComputeFixture('2026-02-03T12:00:00'))
const metrics = createMetrics('test')
const deps = () => ({ ...fixture.deps, metrics })

beforeAll(async () => {
  for (const addGauges of [addSourceGauges, addPointGauges]) addGauges(deps())
  addQueueGauges({ ...deps(), queueNames: ['compute', 'poll_rte'] })
  await fixture.bring('generation_by_type', { newestSlotEnd: utc('2026-02-03T11:00:00') })
  await recordFailure(fixture.sql, 'consumption', utc('2026-02-03T12:00:00'), 'did not answer')
  fixture.moveTo('2026-02-03T12:30:00')
})

/** Value of a gauge with these labels; null when it is not shown. */
async function gaugeValue(name: string, labels = ''): Promise<number | null> {
  const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`${name}{${labels}`))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

describe('gauges of sources', () => {
  const of = (name: string, source: string) => gaugeValue(`ingest_source_${name}`, `source="${source}"`)

  test('show ages by the clock of the data', async () => {
    expect(await of('last_success_age_seconds', 'generation_by_type')).toBe(1_800)
    expect(await of('lag_seconds', 'generation_by_type')).toBe(5_400)
    expect(await of('consecutive_failures', 'generation_by_type')).toBe(0)
  })

  test('grow while polling has stopped, because they are computed when they are read', async () => {
    fixture.moveTo('2026-02-03T13:30:00')
    expect(await of('last_success_age_seconds', 'generation_by_type')).toBe(5_400)
    fixture.moveTo('2026-02-03T12:30:00')
  })

  test('show since when the next publication has been due', async () => {
    const dueIn = await of('overdue_seconds', 'generation_by_type')
    expect(dueIn).toBeLessThan(0)
    fixture.moveTo('2026-02-03T16:30:00')
    expect(await of('overdue_seconds', 'generation_by_type')).toBe((dueIn ?? 0) + 4 * 3_600)
    fixture.moveTo('2026-02-03T12:30:00')
  })

  test('show no value, never 0, when a value is unknown', async () => {
    expect(await of('consecutive_failures', 'consumption')).toBe(1)
    expect(await of('last_success_age_seconds', 'consumption')).toBeNull()
    expect(await of('lag_seconds', 'consumption')).toBeNull()
    expect(await of('consecutive_failures', 'imbalance')).toBeNull()
  })
})

describe('the gauge of points', () => {
  test('shows no value while there is no point, and then the age of the newest tick', async () => {
    expect(await gaugeValue('ingest_newest_point_age_seconds')).toBeNull()
    expect(await computePoint(fixture.deps, utc('2026-02-03T12:30:00'))).toBe('stored')
    fixture.moveTo('2026-02-03T12:40:00')
    expect(await gaugeValue('ingest_newest_point_age_seconds')).toBe(600)
  })
})

describe('the gauge of archived forecasts', () => {
  test('shows no value while there is no issue, and then the age of the newest one by the clock of the data', async () => {
    expect(await gaugeValue('ingest_newest_forecast_issue_age_seconds')).toBeNull()
    const hours = [utc('2026-02-03T10:00:00'), utc('2026-02-03T16:00:00')] as const
    await addMadeIssues(fixture.deps, ...hours, { low: 0, high: 0 })
    fixture.moveTo('2026-02-03T12:40:00')
    expect(await gaugeValue('ingest_newest_forecast_issue_age_seconds')).toBe(2_400)
    expect(await gaugeValue('ingest_forecast_imports_age_seconds')).toBeNull()
    await fixture.sql`update forecast_issues set newest_consumption_start = issued_at - interval '4 hours'`
    // The issue of 12:00 knew the hour that ended at 09:00.
    expect(await gaugeValue('ingest_forecast_imports_age_seconds')).toBe(13_200)
  })
})

describe('gauges of queues', () => {
  test('show every queue in use in every state, and none that has no schedule here', async () => {
    expect(await gaugeValue('ingest_queue_jobs', 'queue="compute",state="failed"')).toBe(0)
    expect(await gaugeValue('ingest_queue_jobs', 'queue="poll_rte",state="waiting"')).toBe(0)
    expect(await gaugeValue('ingest_queue_jobs', 'queue="poll_odre"')).toBeNull()
  })
})
