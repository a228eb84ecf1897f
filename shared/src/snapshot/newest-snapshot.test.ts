import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { createSql } from '../postgres/client.ts'
import { createRedis, whenRedisReady } from '../redis/client.ts'
import { buildSnapshotKey } from '../redis/keys.ts'
import { createLogger } from '../telemetry/logger.ts'
import { closeAtEnd } from '../testing/close-at-end.ts'
import { createTestRedisUrl } from '../testing/stores-fixture.ts'
import { until } from '../testing/until.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { statusSnapshot } from './kinds.ts'
import { createSnapshotReader, createSnapshotWriter } from './snapshot-store.ts'

const logger = createLogger('test', 'silent')
const database = await useTestDatabase(4)
const { sql } = database
const redis = createRedis(await createTestRedisUrl(), logger)
closeAtEnd(() => redis.disconnect())
let now: Temporal.Instant
const clock = { now: () => now }
const pause = async () => undefined

beforeAll(() => whenRedisReady(redis))
beforeEach(async () => {
  now = Temporal.Instant.from('2026-02-03T12:05:00Z')
  await sql`delete from live_snapshots`
  await redis.flushdb()
})

const bodyOf = (time: string) => ({
  mode: 'demo' as const,
  generatedAt: `2026-02-03T${time}:00Z`,
  sources: [],
  history: null,
})
const write = (time: string) =>
  createSnapshotWriter({ sql, redis, logger, clock }).write(
    statusSnapshot,
    bodyOf(time),
    Temporal.Instant.from(`2026-02-03T${time}:00Z`),
  )

const keys = buildSnapshotKey(statusSnapshot.name, statusSnapshot.schemaVersion)

/** What the two stores hold. */
async function held(): Promise<{ row: string | undefined; redis: string | undefined }> {
  const [row] = await sql<{ at: string }[]>`select body->>'generatedAt' as at from live_snapshots`
  const text = await redis.get(keys.key)
  return { row: row?.at, redis: text === null ? undefined : JSON.parse(text).generatedAt }
}

test('the newest snapshot of two programs stays, whichever writes last', async () => {
  await write('12:04')
  await write('12:03')
  expect(await held()).toEqual({ row: '2026-02-03T12:04:00Z', redis: '2026-02-03T12:04:00Z' })
  await write('12:05')
  expect(await held()).toEqual({ row: '2026-02-03T12:05:00Z', redis: '2026-02-03T12:05:00Z' })
})

test('concurrent writers leave the newest snapshot in both stores', async () => {
  const times = Array.from({ length: 60 }, (_, minute) => `11:${String(minute).padStart(2, '0')}`)
  await Promise.all(times.toSorted(() => Math.random() - 0.5).map(write))
  expect(await held()).toEqual({ row: '2026-02-03T11:59:00Z', redis: '2026-02-03T11:59:00Z' })
})

test('a snapshot later than the data clock, from a later replay, is overwritten', async () => {
  await write('12:05')
  now = Temporal.Instant.from('2026-02-03T08:00:00Z')
  await write('08:00')
  expect(await held()).toEqual({ row: '2026-02-03T08:00:00Z', redis: '2026-02-03T08:00:00Z' })
})

test('a snapshot that Redis lost in a failover is served from Postgres within half a minute, until Redis has a newer one', async () => {
  await write('12:03')
  const old = await redis.mget(keys.key, keys.instantKey)
  await write('12:04')
  let monotonicMs = 0
  const reader = createSnapshotReader({ sql, redis, logger }, { monotonicMs: () => monotonicMs, pause })
  const served = async () => (await reader.read(statusSnapshot))?.generatedAt.slice(11, 16)
  expect(await served()).toBe('12:04')
  await redis.mset(keys.key, old[0] ?? '', keys.instantKey, old[1] ?? '')
  monotonicMs = 29_999
  expect(await served()).toBe('12:03')
  monotonicMs = 30_000
  await until('the row', async () => (await served()) === '12:04')
  await write('12:05')
  expect(await served()).toBe('12:05')
})

test('while Postgres is away the snapshot in Redis is served', async () => {
  await write('12:04')
  const nowhere = new URL(database.url)
  nowhere.port = '1'
  const away = createSql(nowhere.href, 'test', 1)
  const reader = createSnapshotReader({ sql: away, redis, logger }, { monotonicMs: () => 0, pause })
  for (let read = 0; read < 3; read++) expect(await reader.read(statusSnapshot)).toEqual(bodyOf('12:04'))
  await away.end({ timeout: 0 })
})
