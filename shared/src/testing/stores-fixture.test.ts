import { expect, test } from 'bun:test'
import { createSql } from '../postgres/client.ts'
import { createRedis, whenRedisReady } from '../redis/client.ts'
import { createLogger } from '../telemetry/logger.ts'
import { createTestDatabase, createTestRedisUrl } from './stores-fixture.ts'

test('a test database has the whole schema and no rows, and belongs to one test file', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const [one, two] = [createSql(first.url, 'test', 1), createSql(second.url, 'test', 1)]
  await one`insert into data_stamp (mode) values ('demo')`
  expect(await two`select * from data_stamp`).toHaveLength(0)
  expect((await two`select name from schema_migrations`).length).toBeGreaterThan(0)
  await Promise.all([one.end({ timeout: 1 }), two.end({ timeout: 1 })])
  await Promise.all([first.drop(), second.drop()])
})

test('test content is filled once, and every database of it is a separate clone', async () => {
  let fillings = 0
  const content = {
    name: 'content_of_stores_test',
    async fill(databaseUrl: string) {
      fillings += 1
      const sql = createSql(databaseUrl, 'test', 1)
      await sql`insert into data_stamp (mode) values ('demo')`
      await sql.end({ timeout: 1 })
    },
  }
  const databases = await Promise.all([createTestDatabase(content), createTestDatabase(content)])
  const [one, two] = [createSql(databases[0]?.url ?? '', 'test', 1), createSql(databases[1]?.url ?? '', 'test', 1)]
  await one`delete from data_stamp`
  expect(await two`select mode from data_stamp`).toHaveLength(1)
  await Promise.all([one.end({ timeout: 1 }), two.end({ timeout: 1 })])
  databases.push(await createTestDatabase(content))
  expect(fillings).toBe(1)
  await Promise.all(databases.map((database) => database.drop()))
})

test('dropping a test database does not wait for forgotten connections', async () => {
  const database = await createTestDatabase()
  const forgotten = createSql(database.url, 'test', 1)
  await forgotten`select 1`
  await database.drop()
  await forgotten.end({ timeout: 1 })
  const late = createSql(database.url, 'test', 1)
  await expect(late.unsafe('select 1')).rejects.toThrow('does not exist')
  await late.end({ timeout: 1 })
})

test('every test Redis address is a separate empty database', async () => {
  const urls = await Promise.all([createTestRedisUrl(), createTestRedisUrl()])
  expect(new Set(urls).size).toBe(2)
  const redis = createRedis(urls[0] ?? '', createLogger('test', 'silent'))
  await whenRedisReady(redis)
  expect(await redis.dbsize()).toBe(0)
  redis.disconnect()
})

test('every test process has its own Redis, so that it hears no other process', async () => {
  const hosts = (Bun.env['HEXAWATT_TEST_REDIS_URLS'] ?? '').split(' ').map((url) => new URL(url).host)
  expect(new Set(hosts).size).toBe(hosts.length)
  const own = hosts[Number(Bun.env['BUN_TEST_WORKER_ID']) - 1]
  expect(new URL(await createTestRedisUrl()).host).toBe(String(own))
})
