import { expect, test } from 'bun:test'
import { createInternalApp } from '@hexawatt/gateway/src/serve.ts'
import { startTestGateway } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { createSql } from '@hexawatt/shared/postgres/client'
import { ensureDataMode, ZoneMismatchError } from '@hexawatt/shared/postgres/data-stamp-store'
import { createDrain } from '@hexawatt/shared/program/drain'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { claimRedis } from '@hexawatt/shared/redis/zone-stamp'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createDeps as createCarbonDeps } from '@hexawatt/svc-carbon/src/deps.ts'
import { Env as CarbonEnv } from '@hexawatt/svc-carbon/src/env.ts'
import { Env as IngestEnv } from '@hexawatt/svc-ingest/src/env.ts'
import * as v from 'valibot'

const redisUrl = await createTestRedisUrl()
const databases = await Promise.all([createTestDatabase(), createTestDatabase()])
const [stamped, older] = databases.map(({ url }) => ({ url, sql: createSql(url, 'test') }))
if (stamped === undefined || older === undefined) throw new Error('no databases')

closeAtEnd(() => Promise.all(databases.map((database) => database.drop())))
closeAtEnd(() => Promise.all([stamped, older].map(({ sql }) => sql.end({ timeout: 5 }))))

const internalToken = 'internal-token-of-the-zone-tests-01234567'
const serviceEnv = (databaseUrl: string, zone: string) =>
  v.parse(CarbonEnv, {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    INTERNAL_TOKEN: internalToken,
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'silent',
    ZONE: zone,
  })

test('a database is stamped with its first zone, and refuses ingestion for any other in every mode', async () => {
  await ensureDataMode(stamped.sql, 'demo', 'IT-NO')
  await ensureDataMode(stamped.sql, 'demo', 'IT-NO')
  for (const mode of ['demo', 'live'] as const) {
    await expect(ensureDataMode(stamped.sql, mode, 'FR')).rejects.toThrow(
      'This database holds data of the zone IT-NO and cannot be used for FR',
    )
  }
  expect(await stamped.sql`select mode, zone from data_stamp`.then((rows) => [...rows])).toEqual([
    { mode: 'demo', zone: 'IT-NO' },
  ])
})

test('a database from before zones counts as France, and programs of that version still stamp it', async () => {
  await older.sql`insert into data_stamp (mode) values ('live')`
  await ensureDataMode(older.sql, 'open')
  await expect(ensureDataMode(older.sql, 'open', 'IT-NO')).rejects.toThrow(ZoneMismatchError)
})

test('services and gateways refuse a database of another zone at their start, and accept their own', async () => {
  await expect(createCarbonDeps(serviceEnv(stamped.url, 'FR'))).rejects.toThrow(ZoneMismatchError)
  const wrong = { databaseUrl: stamped.url, redisUrl, serviceUrl: 'http://127.0.0.1:1' }
  await expect(startTestGateway(wrong)).rejects.toThrow(ZoneMismatchError)
  const deps = await createCarbonDeps(serviceEnv(stamped.url, 'IT-NO'))
  await deps.close()
})

test('a Redis is stamped by its first zone’s ingestion, and any other zone is refused by name', async () => {
  const redis = createRedis(redisUrl, createLogger('test', 'silent'))
  await whenRedisReady(redis)
  await claimRedis(redis, 'IT-NO')
  await claimRedis(redis, 'IT-NO')
  await expect(claimRedis(redis, 'FR')).rejects.toThrow('This Redis holds data of the zone IT-NO')
  await expect(createCarbonDeps(serviceEnv(older.url, 'FR'))).rejects.toThrow('This Redis holds data of the zone IT-NO')
  redis.disconnect()
})

test('a gateway reports its zone in metrics and readiness', async () => {
  const settings = { ZONE: 'IT-NO' }
  const gateway = await startTestGateway({
    databaseUrl: stamped.url,
    redisUrl,
    serviceUrl: 'http://127.0.0.1:1',
    settings,
  })
  expect(await gateway.metrics.text()).toContain('hexawatt_zone_info{zone="IT-NO",program="gateway"} 1')
  const app = createInternalApp({
    logger: createLogger('test', 'silent'),
    metrics: gateway.metrics,
    publicBaseUrl: '',
    checks: {},
    conditions: {},
    drain: createDrain(),
  })
  const readiness = await app.handle(new Request('http://localhost/readyz'))
  expect(await readiness.json()).toEqual({ ready: true, failing: [], zone: 'IT-NO' })
  await gateway.stop()
})

test('real data are of France only, and no publisher of another zone is polled', () => {
  const settings = { DATABASE_URL: stamped.url, REDIS_URL: redisUrl, INTERNAL_PORT: '0' }
  const refusals = (ZONE: string, DATA_MODE: string) =>
    v.safeParse(IngestEnv, { ...settings, ZONE, DATA_MODE, RTE_CLIENT_ID: 'a', RTE_CLIENT_SECRET: 'b' }).success
  expect([refusals('FR', 'open'), refusals('IT-NO', 'open'), refusals('IT-NO', 'live')]).toEqual([true, false, false])
  expect([refusals('IT-NO', 'demo'), refusals('it', 'demo')]).toEqual([true, false])
})
