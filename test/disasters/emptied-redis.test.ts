import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { openQueues } from '@hexawatt/shared/queue/read-queues'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { zoneStampKey } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startIngest } from '@hexawatt/svc-ingest/src/app.ts'
import type { PollRhythm } from '@hexawatt/svc-ingest/src/jobs/poll-rhythm.ts'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { until } from './testing/servers-fixture.ts'

const cacheDir = join(import.meta.dir, '../../.hexawatt/cache')
/** Turns a minute apart in production come every second here, and schedules are looked for thirty times as often. */
const rhythm: PollRhythm = { turnEveryMs: 1_000, dueEveryMs: 2_000, minGapMs: 1_000 }
const checkSchedulesEveryMs = 500

let folder: string
let redis: EmbeddedServer
let system: System
let programs: { stop: () => Promise<void> }[]
let declared: string[]

beforeAll(async () => {
  folder = await temporaryFolder()
  redis = await startEmbeddedRedis({ dataDir: folder, cacheDir })
  system = await startSystem({
    asOf: '2026-02-03T17:52:00Z',
    isClockRunning: true,
    settings: { REDIS_URL: redis.url },
  })
  programs = await Promise.all(
    ['one', 'other'].map((name) =>
      startIngest({ ...system.ingest, metrics: createMetrics(name) }, { rhythm, checkSchedulesEveryMs }),
    ),
  )
  declared = await schedulers()
}, 60_000)
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()))
  await system.stop()
  await redis.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Ids of all schedulers that stand in Redis, each with its queue. */
async function schedulers(): Promise<string[]> {
  const connection = createRedis(redis.url, createLogger('test', 'silent'))
  await whenRedisReady(connection)
  const found = await Promise.all(
    openQueues(connection).map(async (queue) => {
      const ids = (await queue.getJobSchedulers()).map(({ key }) => key)
      return ids.map((id) => `${queue.name}/${id}`)
    }),
  )
  connection.disconnect()
  return found.flat().sort()
}

async function newestPoint(): Promise<string | undefined> {
  const [row] = await system.sql<{ at: Temporal.Instant | null }[]>`select max(at) as at from score_points`
  return row?.at?.toString()
}

async function newestHour(): Promise<string | undefined> {
  const [row] = await system.sql<{ slotStart: Temporal.Instant | null }[]>`
    select max(slot_start) as slot_start from feed_values where feed = 'generation_by_type'`
  return row?.slotStart?.toString()
}

/** @param hour what is published at `publication`, when a point is due too */
async function expectEverythingBack(publication: string, hour: string): Promise<void> {
  await until('the schedules', async () => Bun.deepEquals(await schedulers(), declared))
  system.clock.moveTo(publication)
  // The point is computed ten seconds after its tick.
  system.clock.advance({ seconds: 10 })
  await until('the hour that was published afterwards', async () => (await newestHour()) === hour)
  await until('the point of the next tick', async () => (await newestPoint()) === publication)
  await until('the snapshots', async () => (await snapshotNames()).length >= snapshotCount)
  await until('the stamp with the zone', async () => (await system.redis.get(zoneStampKey)) === 'FR')
}

/** Score, forecast, carbon, mix, status, signal, tariff and dashboard. */
const snapshotCount = 8

async function snapshotNames(): Promise<string[]> {
  return system.redis.keys('*:snapshot:*')
}

describe('the running programs put back by themselves what Redis has lost, and go on polling', () => {
  test('the programs declare a schedule for each source and each maintenance task', () => {
    expect(declared).toContain('poll_generation_by_type/every_generation_by_type')
    expect(declared.length).toBeGreaterThanOrEqual(15 + 3)
  })

  test('after FLUSHALL the programs restore what Redis lost, and go on polling', async () => {
    await until('everything polled', async () => (await newestHour()) === '2026-02-03T15:00:00Z')
    await system.redis.flushall()
    await expectEverythingBack('2026-02-03T18:00:00Z', '2026-02-03T16:00:00Z')
  }, 90_000)

  test('after a restart of Redis without its file the programs restore what it lost, and go on polling', async () => {
    await redis.stop()
    await rm(join(folder, 'redis'), { recursive: true })
    redis = await startEmbeddedRedis({ dataDir: folder, cacheDir, port: redis.port })
    await expectEverythingBack('2026-02-03T19:00:00Z', '2026-02-03T17:00:00Z')
  }, 90_000)
})
