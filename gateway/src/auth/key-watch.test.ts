import { afterEach, expect, test } from 'bun:test'
import { connect, createServer, type Socket } from 'node:net'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { hashApiKey } from '@hexawatt/shared/keys/api-key'
import { createPublishKeyChange } from '@hexawatt/shared/keys/publish-key-change'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { revokeTestKey, setTestPlan, storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { createKeyCache, keyCacheLimits } from './key-cache.ts'
import { createKeyChanges, createKeyPoll, createKeyWatch, keyPollIntervalMs } from './key-changes.ts'
import { createKeyStore } from './key-store.ts'

const logger = createLogger('test', 'silent')
const { unboundUrl } = await useTestDatabase()
const sql = createSql(unboundUrl, 'key-watch test', 10)
closeAtEnd(() => sql.end({ timeout: 5 }))
const store = createKeyStore(sql, defaultPlanTable)
const closers: (() => void)[] = []

/** Time stands still: no record ever becomes stale, so that only what a cache is told can change what it says. */
const monotonicMs = (): number => 0

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

function newCache() {
  let reads = 0
  const cache = createKeyCache({
    loadKey(sha256) {
      reads += 1
      return store.find(sha256)
    },
    monotonicMs,
    logger,
  })
  return { cache, reads: () => reads }
}

/** What a gateway holds keys with, on a Redis that can be taken away. */
async function startGateway(redisUrl: string) {
  const { cache } = newCache()
  const redis = createRedis(redisUrl, logger)
  const changes = createKeyChanges({ redis, cache, logger })
  const watch = createKeyWatch({ changedSince: store.changedSince, cache, monotonicMs, logger })
  closers.push(watch.close, changes.close, () => redis.disconnect())
  await Promise.all([whenRedisReady(redis), changes.whenListening(), watch.whenFirstPolled()])
  return { cache, publishKeyChange: createPublishKeyChange(redis) }
}

/** Redis behind a door that can be shut. */
async function redisBehindDoor() {
  const target = new URL(await createTestRedisUrl())
  const sockets = new Set<Socket>()
  const door = createServer((inside) => {
    const outside = connect(Number(target.port), target.hostname)
    for (const socket of [inside, outside]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    inside.pipe(outside)
    outside.pipe(inside)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  const redisUrl = new URL(target)
  redisUrl.hostname = '127.0.0.1'
  redisUrl.port = String(typeof address === 'object' ? address?.port : 0)
  const shut = (): void => {
    door.close()
    for (const socket of sockets) socket.destroy()
  }
  closers.push(shut)
  return { redisUrl: redisUrl.href, shut }
}

test('two polls fit into the second within which a revocation takes effect everywhere', () => {
  expect(2 * keyPollIntervalMs).toBeLessThanOrEqual(1_000)
})

test('without Redis every gateway notices a revoked, a rotated and a re-planned cached key', async () => {
  const { redisUrl, shut } = await redisBehindDoor()
  const gateways = [await startGateway(redisUrl), await startGateway(redisUrl)]
  const revoked = await storeTestKey({ sql }, 'pro')
  const rotated = await storeTestKey({ sql }, 'pro', revoked.account)
  const [revokedHash, rotatedHash] = [hashApiKey(revoked.key), hashApiKey(rotated.key)]
  const publish = () => gateways[0]?.publishKeyChange([revokedHash, rotatedHash])
  expect(await publish()).toBe(true)
  for (const { cache } of gateways) {
    expect(await cache.find(revokedHash)).toMatchObject({ isRevoked: false })
    expect(await cache.find(rotatedHash)).toMatchObject({ expiresAtMs: null })
  }
  shut()
  await revokeTestKey({ sql }, revoked)
  await sql`update api_keys set expires_at = now() + interval '1 hour' where id = ${rotated.keyId}`
  await setTestPlan({ sql }, rotated, 'scale')
  expect(await publish()).toBe(false)
  for (const { cache } of gateways) {
    await until('the revocation', async () => (await cache.find(revokedHash))?.isRevoked === true)
    await until('the rotation', async () => (await cache.find(rotatedHash))?.expiresAtMs !== null)
    await until('the other plan', async () => (await cache.find(rotatedHash))?.rights === 'scale')
  }
})

test('a valid key is accepted during a flood of made-up keys, which are refused without a query', async () => {
  const { key } = await storeTestKey({ sql }, 'pro')
  const { cache, reads } = newCache()
  await createKeyPoll({ changedSince: store.changedSince, cache, monotonicMs, logger })()
  const { burst } = keyCacheLimits.unknownKeyReads
  for (let index = 0; index < 5 * burst; index += 1) expect(await cache.find(hashApiKey(`made up ${index}`))).toBeNull()
  expect(reads()).toBe(burst)
  expect(await cache.find(hashApiKey(key))).toMatchObject({ isRevoked: false })
})

/** A look that notes which of some keys it saw. */
function recordingLook() {
  const noted: string[] = []
  let startsOver = 0
  const cache = {
    noteChange: (sha256: string) => void noted.push(sha256),
    confirm: () => undefined,
    startOver(): void {
      startsOver += 1
    },
  }
  const look = createKeyPoll({ changedSince: store.changedSince, cache, monotonicMs, logger })
  return { look, noted, startsOver: () => startsOver }
}

async function storedKey() {
  const { key, keyId, accountId } = await storeTestKey({ sql }, 'pro')
  return { sha256: hashApiKey(key), keyId, accountId }
}

test('each change is seen exactly once, also a change made by hand', async () => {
  const key = await storedKey()
  const { look, noted } = recordingLook()
  await look()
  expect(noted).toContain(key.sha256)
  noted.length = 0
  await look()
  expect(noted).toEqual([])
  await sql`update api_keys set revoked_at = now() where id = ${key.keyId}`
  await look()
  await sql`update accounts set plan = 'scale' where id = ${key.accountId}`
  await look()
  await sql`update accounts set plan = 'scale' where id = ${key.accountId}`
  await look()
  expect(noted).toEqual([key.sha256, key.sha256])
})

test('a change that commits late is not missed because of a later change', async () => {
  const [slow, quick] = [await storedKey(), await storedKey()]
  const { look, noted } = recordingLook()
  await look()
  noted.length = 0
  const commit = Promise.withResolvers<void>()
  const changed = Promise.withResolvers<void>()
  const slowChange = sql.begin(async (tx) => {
    await tx`update api_keys set expires_at = now() where id = ${slow.keyId}`
    changed.resolve()
    await commit.promise
  })
  await changed.promise
  const quickChange = sql.begin((tx) => tx`update api_keys set expires_at = now() where id = ${quick.keyId}`)
  await look()
  expect(noted).toEqual([])
  commit.resolve()
  await Promise.all([slowChange, quickChange])
  await look()
  expect(noted).toEqual([slow.sha256, quick.sha256])
})

test('after the database was set back to an earlier state all keys are read anew', async () => {
  const key = await storedKey()
  const { look, noted, startsOver } = recordingLook()
  await look()
  noted.length = 0
  await sql`update key_revision set revision = revision - 1`
  await look()
  expect([startsOver(), noted.includes(key.sha256)]).toEqual([1, true])
  await sql`update key_revision set revision = revision + 1`
})
