import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { FaultInput } from '@hexawatt/dev/src/upstream/faults/fault.ts'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { checkFallbacks } from '@hexawatt/svc-ingest/src/fallbacks/check-fallbacks.ts'
import { addFallbackGauges } from '@hexawatt/svc-ingest/src/fallbacks/fallback-gauges.ts'
import { setStandIn } from '@hexawatt/svc-ingest/src/fallbacks/stand-in-store.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { recordFailure } from '@hexawatt/svc-ingest/src/pipeline/source-status-store.ts'
import { valuesOf } from '../observability/testing/metric-names.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

const asOf = '2026-02-03T09:07:00Z'
const feeds = ['generation_mix_15min', 'power_exchanges'] as const

let fixture: IngestFixture
let poller: ReturnType<typeof createPoller>
beforeAll(async () => {
  fixture = await startIngestFixture(asOf, { mode: 'live' })
  poller = createPoller(fixture.deps)
}, 60_000)
afterAll(() => fixture.stop())
beforeEach(async () => {
  fixture.clock.moveTo(asOf)
  for (const feed of feeds) await poller.store(feed)
})
afterEach(async () => {
  fixture.faults.clear()
  await fixture.sql`truncate spare_checks, published_intensities, stand_ins, source_status, publisher_calls, publisher_pauses`
})

const check = () => checkFallbacks(fixture.deps)
const checkWith = (...faults: FaultInput[]) => {
  fixture.faults.set(faults)
  return check()
}

/** Gauges of the fallback source of a feed, by the last words of their names. */
async function gaugesOf(feed: string, deps: Partial<typeof fixture.deps> = {}): Promise<Record<string, number>> {
  const metrics = createMetrics('test')
  addFallbackGauges({ ...fixture.deps, ...deps, metrics })
  return valuesOf(await metrics.text(), 'ingest_spare_', `feed="${feed}"`)
}

describe('with credentials, the fallback sources', () => {
  test('are asked with one call each and agree with the operator; none of their values is stored', async () => {
    const before = await fixture.storedValues()
    const made = await check()
    expect(Object.keys(made ?? {})).toEqual(['odre_national', 'energy_charts_price'])
    for (const { compared, agreeing, note } of Object.values(made ?? {})) {
      expect([agreeing, note]).toEqual([compared, null])
      expect(compared).toBeGreaterThanOrEqual(24)
    }
    expect(await fixture.storedValues()).toBe(before)
    const calls = await fixture.sql`select publisher, calls from publisher_calls order by publisher`
    expect([...calls]).toEqual([
      { publisher: 'energy-charts', calls: 1 },
      { publisher: 'odre', calls: 1 },
    ])
    expect(await gaugesOf('power_exchanges')).toMatchObject({ last_success_age_seconds: 0 })
  })

  test('bring the intensities that the operator publishes, which only its open data have', async () => {
    await check()
    const [row] = await fixture.sql<{ slots: number }[]>`select count(*)::int as slots from published_intensities`
    expect(row?.slots).toBeGreaterThan(20)
    // Consumption intensities fill no feed, so that they are polled although no source stands in.
    expect(await poller.pollOpen('odre_consumption_intensity', 'planned')).toBe(true)
    expect(await poller.pollOpen('odre_national', 'planned')).toBe(false)
  })

  test('are asked once a day, however often the task runs', async () => {
    await check()
    fixture.clock.advance({ hours: 19 })
    expect(await check()).toBeNull()
    fixture.clock.advance({ hours: 2 })
    expect(await check()).not.toBeNull()
  })

  test('disagree where they say something else than the operator', async () => {
    await fixture.sql`update feed_values set value = value + 0.02 where feed = 'power_exchanges' and series = 'PRICE'`
    await fixture.sql`update feed_values set value = value + 700 where feed = 'generation_mix_15min' and series = 'NUCLEAR'`
    const made = await check()
    const price = await gaugesOf('power_exchanges')
    expect(price).toMatchObject({ agreeing_values: 0, compared_values: made?.['energy_charts_price']?.compared })
    const mix = await gaugesOf('generation_mix_15min')
    expect(mix['agreeing_values']).toBeLessThan((mix['compared_values'] ?? 0) * 0.95)
    expect(made?.['odre_national']?.note).toMatch(/^NUCLEAR of 2026-02-03T/)
    await fixture.sql`truncate feed_values`
  })

  test('disagree where a type that every mix needs is missing: they could not stand in', async () => {
    const made = await checkWith({ kind: 'renamed_column', subject: 'odre', column: 'nucleaire' })
    const { compared = 0, agreeing = 0, note } = made?.['odre_national'] ?? {}
    expect(agreeing).toBeLessThan(compared)
    expect(note).toMatch(/^NUCLEAR of .+: absent, the operator has/)
  })

  test('that fail say so and are asked again at the next run; the other one is compared all the same', async () => {
    const made = await checkWith({ kind: 'html_200', subject: 'odre' })
    expect(made?.['odre_national']).toMatchObject({ compared: 0, note: expect.stringContaining('web page') })
    expect(made?.['energy_charts_price']?.compared).toBeGreaterThan(20)
    fixture.clock.advance({ hours: 6 })
    fixture.faults.clear()
    expect(Object.keys((await check()) ?? {})).toEqual(['odre_national'])
  })

  test('are overdue by the time since their first check when none ever succeeded, and keep the figures of the last that did', async () => {
    await checkWith({ kind: 'no_answer', subject: 'odre' })
    fixture.clock.advance({ hours: 6 })
    await check()
    expect(await gaugesOf('generation_mix_15min')).toMatchObject({
      last_success_age_seconds: 6 * 3_600,
      compared_values: 0,
    })
    fixture.clock.moveTo(asOf)
    fixture.faults.clear()
    await check()
    const { compared_values: compared } = await gaugesOf('generation_mix_15min')
    fixture.clock.advance({ hours: 24 })
    await checkWith({ kind: 'no_answer', subject: 'odre' })
    expect(await gaugesOf('generation_mix_15min')).toMatchObject({
      last_success_age_seconds: 24 * 3_600,
      compared_values: compared,
    })
  })

  test('are not asked while the operator fails or they stand in for it', async () => {
    await recordFailure(fixture.sql, 'power_exchanges', fixture.clock.now(), 'no answer')
    await setStandIn(fixture.sql, 'generation_mix_15min', 'odre_national', fixture.clock.now())
    expect(await check()).toBeNull()
  })

  test('are asked in live mode only, and only where they are on; else an earlier check is not shown as overdue', async () => {
    await check()
    fixture.clock.advance({ hours: 96 })
    expect(await gaugesOf('power_exchanges')).toMatchObject({ last_success_age_seconds: 96 * 3_600 })
    expect(await gaugesOf('power_exchanges', { mode: 'open' })).toEqual({})
    expect(await gaugesOf('power_exchanges', { sources: [] })).toEqual({})
    expect(await checkFallbacks({ ...fixture.deps, mode: 'open' })).toBeNull()
    expect(await checkFallbacks({ ...fixture.deps, sources: [] })).toBeNull()
  })
})
