import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startIngest } from '@hexawatt/svc-ingest/src/app.ts'
import * as v from 'valibot'
import { until } from './disasters/testing/servers-fixture.ts'
import { isEverythingStored } from './disasters/testing/stored-tables.ts'
import { type System, startSystem } from './testing/system-fixture.ts'

/** Interval over which the polls of this test are spread, ms: a minute in production. */
const spreadMs = 5_000
/** From the publication of a slot to the gateway serving it, ms: the promise of the product. */
const freshnessMs = spreadMs + 2_000

/** The hour 17:00–18:00 is published at 19:00. */
const longBefore = '2026-02-03T18:52:00Z'
const shortlyBefore = '2026-02-03T18:59:56Z'
const untilPublicationMs = 4_000
const hourBefore = '2026-02-03T16:00:00Z'
const publishedHour = '2026-02-03T17:00:00Z'

let system: System
let workers: Awaited<ReturnType<typeof startIngest>>

beforeAll(async () => {
  system = await startSystem({ asOf: longBefore, isClockRunning: true })
  // The system has a poller of its own, and a registry knows each metric once.
  workers = await startIngest(
    { ...system.ingest, metrics: createMetrics('svc-ingest') },
    { spreadMs, checkJobsEveryMs: 200 },
  )
})
afterAll(async () => {
  await workers.stop()
  await system.stop()
})

async function served(): Promise<CarbonIntensityResponse> {
  const response = await system.get('/v1/carbon/intensity')
  expect(response.status).toBe(200)
  return v.parse(CarbonIntensityResponse, await response.json())
}

test('a slot is served by the gateway within the poll interval and two seconds of its publication', async () => {
  await until('everything before it', () => isEverythingStored(system.sql))
  expect((await served()).dataSlotStart).toBe(hourBefore)
  // Jobs are planned in real time and do not follow the clock that is moved: without them every source is planned again.
  await system.sql`update source_calls set last_call_at = last_call_at - interval '10 minutes'`
  system.clock.moveTo(shortlyBefore)
  await system.redis.flushdb()
  const publishedAtMs = performance.now() + untilPublicationMs
  let body = await served()
  while (body.dataSlotStart !== publishedHour || body.estimatedGCo2PerKwhConsumption === null) {
    const lateMs = performance.now() - publishedAtMs
    expect(lateMs).toBeLessThanOrEqual(freshnessMs)
    await Bun.sleep(100)
    body = await served()
  }
  const freshMs = performance.now() - publishedAtMs
  expect(freshMs).toBeGreaterThan(0)
  expect(freshMs).toBeLessThanOrEqual(freshnessMs)
})
