import { expect, test } from 'bun:test'
import { createApiKey, hashApiKey } from '@hexawatt/shared/keys/api-key'
import { createSql } from '@hexawatt/shared/postgres/client'
import { keyChangedChannel } from '@hexawatt/shared/redis/keys'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { revokeTestKey, storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { hourMs } from '@hexawatt/shared/time/instant'
import { startTestGateway, type TestGateway } from '../testing/gateway-fixture.ts'
import { startStandInService } from '../testing/stand-in-service.ts'

const database = await useTestDatabase()
const redisUrl = await createTestRedisUrl()
const service = stopAtEnd(startStandInService())
let timeShiftMs = 0

/**
 * Makes keys before the gateways of a database start, whose watch of the keys has then seen them. A key that is made later may be
 * cached first and dropped by the next look: it then costs a second read.
 */
async function storeOlderKeys(databaseUrl: string) {
  const sql = createSql(databaseUrl, 'authenticate test')
  const [lasting, expiring] = [await storeTestKey({ sql }), await storeTestKey({ sql })]
  await sql`update api_keys set expires_at = now() + interval '1 hour' where id = ${expiring.keyId}`
  await sql.end({ timeout: 5 })
  return { lasting: lasting.key, expiring: expiring.key }
}
const olderKeys = await storeOlderKeys(database.url)

const start = () =>
  startTestGateway({
    databaseUrl: database.url,
    redisUrl,
    serviceUrl: service.url,
    realTimeMs: () => Date.now() + timeShiftMs,
  })
const gateway = await start()
const otherGateway = await start()

closeAtEnd(() => Promise.all([gateway.stop(), otherGateway.stop()]))

function ask(key: string | null, at: TestGateway = gateway): Promise<Response> {
  return fetch(`${at.url}/v1/carbon/intensity`, key === null ? {} : { headers: { 'x-api-key': key } })
}

/** Waits for the message of Redis, far shorter than a cached record stays fresh: only the message can be the reason. */
async function untilRefused(key: string, at: TestGateway): Promise<void> {
  for (let tries = 0; tries < 100 && (await ask(key, at)).status === 200; tries += 1) await Bun.sleep(10)
}

async function refusalCode(key: string | null, at: TestGateway = gateway): Promise<string> {
  const response = await ask(key, at)
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toStartWith('Bearer ')
  return (await problemOf(response)).code
}

test('a request without a key is 401 missing_api_key', async () => {
  expect(await refusalCode(null)).toBe('missing_api_key')
  expect(await refusalCode('')).toBe('missing_api_key')
})

test('an unknown key is 401 invalid_api_key', async () => {
  expect(await refusalCode(createApiKey())).toBe('invalid_api_key')
})

test('a malformed key is 401 invalid_api_key and reaches no store', async () => {
  const { key } = await storeTestKey(gateway)
  const before = await gateway.storeReads()
  for (const malformed of [key.toUpperCase(), key.slice(0, -1), `${key}0`, key.slice(4), 'hxw_', `${key}, ${key}`]) {
    expect(await refusalCode(malformed)).toBe('invalid_api_key')
  }
  expect(await gateway.storeReads()).toBe(before)
})

test('an expired key is 401 expired_api_key, also when it expires while it is cached', async () => {
  const key = olderKeys.expiring
  expect((await ask(key)).status).toBe(200)
  const before = await gateway.storeReads()
  timeShiftMs = 2 * hourMs
  expect(await refusalCode(key)).toBe('expired_api_key')
  timeShiftMs = 0
  expect(await gateway.storeReads()).toBe(before)
})

test('a revoked key is 401 revoked_api_key on every gateway once the revocation is published', async () => {
  const { key } = await storeTestKey(gateway)
  expect([(await ask(key)).status, (await ask(key, otherGateway)).status]).toEqual([200, 200])
  await revokeTestKey(gateway, { key })
  await gateway.redis.publish(keyChangedChannel, hashApiKey(key))
  for (const each of [gateway, otherGateway]) {
    await untilRefused(key, each)
    expect(await refusalCode(key, each)).toBe('revoked_api_key')
  }
})

test('a cached key costs no query', async () => {
  const key = olderKeys.lasting
  await ask(key)
  const before = await gateway.storeReads()
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(key)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await gateway.storeReads()).toBe(before)
})

test('a flood of one unknown key costs one query', async () => {
  const key = createApiKey()
  const before = await gateway.storeReads()
  await Promise.all(Array.from({ length: 50 }, () => ask(key)))
  await ask(key)
  expect(await gateway.storeReads()).toBe(before + 1)
})

test('without Postgres a cached key works and an unknown one is 503, not 401', async () => {
  const away = await createTestDatabase()
  const { lasting: key } = await storeOlderKeys(away.url)
  const lonely = await startTestGateway({ databaseUrl: away.url, redisUrl, serviceUrl: service.url })
  expect((await ask(key, lonely)).status).toBe(200)
  await away.drop()
  expect((await ask(key, lonely)).status).toBe(200)
  const refused = await ask(createApiKey(), lonely)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await problemOf(refused)).code).toBe('service_unavailable')
  await lonely.stop()
})

test('the service learns the account, plan and key id, and never the key', async () => {
  const { key, keyId, accountId } = await storeTestKey(gateway, 'pro')
  await ask(key)
  const headers = service.requests.at(-1)?.headers
  expect(JSON.parse(headers?.get('x-hexawatt-principal') ?? '')).toEqual({
    v: 2,
    accountId,
    keyId,
    plan: 'pro',
    entitlements: {
      forecastHours: 72,
      customWeights: true,
      historyDays: 31,
      analytics: true,
      deepestHistoryDays: 3_660,
    },
  })
  expect(JSON.stringify([...(headers ?? [])])).not.toContain(key)
  expect(JSON.stringify([...(headers ?? [])])).not.toContain(hashApiKey(key))
})
