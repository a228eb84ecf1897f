import { afterEach, expect, test } from 'bun:test'
import { createSql } from '../postgres/client.ts'
import { createRedis, findDatabase, whenRedisReady } from '../redis/client.ts'
import { buildDataChangedChannel } from '../redis/keys.ts'
import { createLogger } from '../telemetry/logger.ts'
import { createTestDatabase, createTestRedisUrl } from '../testing/stores-fixture.ts'
import { until } from '../testing/until.ts'
import { anyChange, createChangePublisher, createDataChanges } from './data-changes.ts'
import { statusSnapshot } from './kinds.ts'
import { createSnapshotReader, createSnapshotWriter } from './snapshot-store.ts'

const logger = createLogger('test', 'silent')
const clock = { now: () => Temporal.Instant.from('2025-01-15T14:20:00Z') }
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function connect() {
  const redis = createRedis(await createTestRedisUrl(), logger)
  closers.push(() => redis.disconnect())
  await whenRedisReady(redis)
  return redis
}

async function ownDatabase() {
  const database = await createTestDatabase()
  const sql = createSql(database.url, 'test', 1)
  closers.push(
    () => database.drop(),
    () => sql.end({ timeout: 1 }),
  )
  return sql
}

const ownName = (): string => `test_${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`

async function listen(redis: Awaited<ReturnType<typeof connect>>, onChange: (name: string) => void) {
  const changes = createDataChanges({ redis, onChange, logger })
  closers.push(changes.close)
  await changes.whenListening()
}

test('any snapshot may have changed at the start and after every lost connection', async () => {
  const redis = await connect()
  const heard: string[] = []
  await listen(redis, (name) => heard.push(name))
  expect(heard[0]).toBe(anyChange)
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await until('everything told anew', () => heard.filter((name) => name === anyChange).length === 2)
  const name = ownName()
  await createChangePublisher({ redis, logger })(name)
  await until('the name after the lost connection', () => heard.includes(name))
})

test('a message that is not a name is ignored', async () => {
  const redis = await connect()
  const heard: string[] = []
  await listen(redis, (name) => heard.push(name))
  const [wrong, right] = [`${ownName()} ${anyChange}`, ownName()]
  const channel = buildDataChangedChannel(findDatabase(redis))
  await redis.publish(channel, wrong)
  await redis.publish(channel, right)
  await until('the message that is a name', () => heard.includes(right))
  expect(heard).not.toContain(wrong)
})

test('a change in another database of the same Redis is not announced', async () => {
  const [redis, other] = [await connect(), await connect()]
  const heard: string[] = []
  await listen(redis, (name) => heard.push(name))
  const [elsewhere, here] = [ownName(), ownName()]
  await createChangePublisher({ redis: other, logger })(elsewhere)
  await createChangePublisher({ redis, logger })(here)
  await until('the change of this database', () => heard.includes(here))
  expect(heard).toEqual([anyChange, here])
})

test('a program that hears of a snapshot reads that snapshot, not the one before', async () => {
  const sql = await ownDatabase()
  const redis = await connect()
  const reader = createSnapshotReader({ sql, redis, logger })
  const kind = { ...statusSnapshot, name: ownName() }
  const read = Promise.withResolvers<unknown>()
  await listen(redis, (name) => {
    if (name === kind.name) read.resolve(reader.read(kind))
  })
  const body = { mode: 'demo' as const, generatedAt: '2025-01-15T14:20:00Z', sources: [], history: null }
  await createSnapshotWriter({ sql, redis, logger, clock }).write(kind, body, Temporal.Instant.from(body.generatedAt))
  expect(await read.promise).toEqual(body)
})

test('without Redis no change is announced, nothing fails, and the snapshot is in Postgres', async () => {
  const sql = await ownDatabase()
  const redis = await connect()
  redis.disconnect()
  await createChangePublisher({ redis, logger })('status')
  const body = { mode: 'demo' as const, generatedAt: '2025-01-15T14:20:00Z', sources: [], history: null }
  await createSnapshotWriter({ sql, redis, logger, clock }).write(
    statusSnapshot,
    body,
    Temporal.Instant.from(body.generatedAt),
  )
  expect(await createSnapshotReader({ sql, redis, logger }).read(statusSnapshot)).toEqual(body)
})
