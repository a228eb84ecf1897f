import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startPoints } from '@hexawatt/svc-ingest/src/jobs/points.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { until } from './disasters/testing/servers-fixture.ts'
import { type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

/** The clock is compared with the newest point every five seconds in production. */
const checkEveryMs = 250

let folder: string
let fixture: IngestFixture

beforeAll(async () => {
  folder = await makeTemporaryFolder()
  fixture = await startIngestFixture('2026-02-03T12:09:00Z')
  await createPoller(fixture.deps).poll('power_exchanges')
})
afterAll(async () => {
  await fixture.stop()
  await rm(folder, { recursive: true, force: true })
})

async function storedPoints(): Promise<string[]> {
  const rows = await fixture.sql<{ at: Temporal.Instant }[]>`select at from score_points order by at`
  return rows.map(({ at }) => at.toString().slice(11, 16))
}

test('while Redis is away each program computes the point itself, and one point is stored', async () => {
  const cacheDir = join(import.meta.dir, '../.hexawatt/cache')
  let redis = await startEmbeddedRedis({ dataDir: folder, cacheDir })
  const whenBack = { whenPostgresAnswers: async () => undefined, stopping: new AbortController().signal }
  const deps = { ...fixture.deps, ...whenBack, queueAddress: redis.url }
  fixture.clock.moveTo('2026-02-03T12:17:00Z')
  const otherDeps = { ...deps, metrics: createMetrics('other program') }
  const [one, other] = [startPoints(deps, checkEveryMs), startPoints(otherDeps, checkEveryMs)]
  await until('the point of the start', async () => (await storedPoints()).length === 1)

  await redis.stop()
  fixture.clock.moveTo('2026-02-03T12:20:20Z')
  await until('a point without Redis', async () => (await storedPoints()).length === 2)

  redis = await startEmbeddedRedis({ dataDir: folder, cacheDir, port: redis.port })
  fixture.clock.moveTo('2026-02-03T12:30:20Z')
  await until('a point with Redis again', async () => (await storedPoints()).length === 3)
  expect(await storedPoints()).toEqual(['12:10', '12:20', '12:30'])
  await Promise.all([one.stop(), other.stop()])
  await redis.stop()
})
