import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { openQueues } from '@hexawatt/shared/queue/read-queues'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { zoneStampKey } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startIngest } from '@hexawatt/svc-ingest/src/app.ts'
import type { Queue } from 'bullmq'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { until } from './testing/servers-fixture.ts'

const cacheDir = join(import.meta.dir, '../../.hexawatt/cache')
/** Polls are spread over a second, over a minute in production, and lost jobs are looked for forty times as often. */
const times = { spreadMs: 1_000, checkJobsEveryMs: 500 }

let folder: string
let redis: EmbeddedServer
let system: System
let programs: { stop: () => Promise<void> }[]
/** Content of Redis while polls and points go on: a job of each source, and the schedulers. */
let declared: string[]

beforeAll(async () => {
  folder = await makeTemporaryFolder()
  redis = await startEmbeddedRedis({ dataDir: folder, cacheDir })
  system = await startSystem({
    asOf: '2026-02-03T17:52:00Z',
    isClockRunning: true,
    settings: { REDIS_URL: redis.url },
  })
  programs = await Promise.all(
    ['one', 'other'].map((name) => startIngest({ ...system.ingest, metrics: createMetrics(name) }, times)),
  )
  declared = [...system.ingest.sources.map(({ id }) => id), ...(await schedulers())].sort()
}, 60_000)
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()))
  await system.stop()
  await redis.stop()
  await rm(folder, { recursive: true, force: true })
})

/** State read from the queues in Redis. */
async function readQueues(read: (queue: Queue) => Promise<string[]>): Promise<string[]> {
  const connection = createRedis(redis.url, createLogger('test', 'silent'))
  await whenRedisReady(connection)
  const found = await Promise.all(openQueues(connection).map(read))
  connection.disconnect()
  return found.flat().sort()
}

/** Ids of all schedulers, each with its queue. */
const schedulers = () =>
  readQueues(async (queue) => (await queue.getJobSchedulers()).map(({ key }) => `${queue.name}/${key}`))

/** The schedulers, and the sources that have a job. */
const present = () =>
  readQueues(async (queue) => {
    const jobs = queue.name.startsWith('poll_')
      ? await queue.getJobs(['active', 'waiting', 'prioritized', 'delayed'])
      : []
    const ids = (await queue.getJobSchedulers()).map(({ key }) => `${queue.name}/${key}`)
    // A job that is replaced while the list is read is missing in it.
    const sources = jobs.filter((job) => job !== undefined).map(({ data }) => String(data.source))
    return [...new Set(sources), ...ids]
  })

async function newestPoint(): Promise<string | undefined> {
  const [row] = await system.sql<{ at: Temporal.Instant | null }[]>`select max(at) as at from score_points`
  return row?.at?.toString()
}

async function newestHour(): Promise<string | undefined> {
  const [row] = await system.sql<{ slotStart: Temporal.Instant | null }[]>`
    select max(slot_start) as slot_start from feed_values where feed = 'generation_by_type'`
  return row?.slotStart?.toString()
}

/** Queues with polls that run or are due. */
const polling = () =>
  readQueues(async (queue) => {
    const isPolling =
      queue.name.startsWith('poll_') && (await queue.getJobCountByTypes('active', 'waiting', 'prioritized')) > 0
    return isPolling ? [queue.name] : []
  })

/** Whether every source waits for its next poll: a running one still plans its next job, by the time at which it began to plan. */
const isAtRest = async () => Bun.deepEquals(await present(), declared) && (await polling()).length === 0

/**
 * Moves the data's clock to a publication, long after the last calls. Jobs are planned in real time: those that are planned do not follow, and no source may be
 * planned meanwhile.
 */
async function moveToPublication(publication: string): Promise<void> {
  await system.sql`update source_calls set last_call_at = last_call_at - interval '10 minutes'`
  system.clock.moveTo(publication)
}

/** @param hour values published at `publication`, when a point is due too */
async function expectEverythingBack(publication: string, hour: string): Promise<void> {
  await until('the jobs and schedules', async () => Bun.deepEquals(await present(), declared))
  await until('the hour that was published meanwhile', async () => (await newestHour()) === hour)
  system.clock.advance({ seconds: 20 })
  await until('the point of the tick', async () => (await newestPoint()) === publication)
  await until('the snapshots', async () => (await snapshotNames()).length >= snapshotCount)
  await until('the stamp with the zone', async () => (await system.redis.get(zoneStampKey)) === 'FR')
  await until('the next jobs of all sources, and the end of their polls', isAtRest)
}

/** Score, forecast, carbon, mix, status, signal, tariff and dashboard. */
const snapshotCount = 8

async function snapshotNames(): Promise<string[]> {
  return system.redis.keys('*:snapshot:*')
}

describe('the running programs put back by themselves what Redis has lost, and go on polling', () => {
  test('the programs plan a poll of each source, and declare a schedule of each maintenance task and of the points', async () => {
    await until('everything polled', async () => (await newestHour()) === '2026-02-03T15:00:00Z')
    await until('the next polls, and the end of the first ones', isAtRest)
    expect(declared).toContain('compute/points')
    expect(declared.length).toBeGreaterThanOrEqual(15 + 8 + 1)
  }, 90_000)

  test('after FLUSHALL the programs restore what Redis lost, and go on polling', async () => {
    await moveToPublication('2026-02-03T18:00:00Z')
    await system.redis.flushall()
    await expectEverythingBack('2026-02-03T18:00:00Z', '2026-02-03T16:00:00Z')
  }, 90_000)

  test('after a restart of Redis without its file the programs restore what it lost, and go on polling', async () => {
    await redis.stop()
    await rm(join(folder, 'redis'), { recursive: true })
    await moveToPublication('2026-02-03T19:00:00Z')
    redis = await startEmbeddedRedis({ dataDir: folder, cacheDir, port: redis.port })
    await expectEverythingBack('2026-02-03T19:00:00Z', '2026-02-03T17:00:00Z')
  }, 90_000)
})
