import { afterEach, expect, test } from 'bun:test'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { keyChangedChannel } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { createKeyChanges } from './key-changes.ts'

const logger = createLogger('test', 'silent')
const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A cache that remembers what it was told. */
function recordingCache() {
  const noted: string[] = []
  return { noted, cache: { noteChange: (sha256: string) => void noted.push(sha256) } }
}

async function listen(redisUrl: string) {
  const redis = createRedis(redisUrl, logger)
  await whenRedisReady(redis)
  const recording = recordingCache()
  const changes = createKeyChanges({ redis, cache: recording.cache, logger })
  closers.push(changes.close, () => redis.disconnect())
  await changes.whenListening()
  return { redis, ...recording }
}

test('a published key hash reaches every gateway', async () => {
  const redisUrl = await createTestRedisUrl()
  const gateways = [await listen(redisUrl), await listen(redisUrl)]
  const sha256 = crypto.randomUUID().replaceAll('-', '').repeat(2)
  await gateways[0]?.redis.publish(keyChangedChannel, sha256)
  await until('the hash at every gateway', () => gateways.every(({ noted }) => noted.includes(sha256)))
})

test('a message that is not a key hash is ignored', async () => {
  const { redis, noted } = await listen(await createTestRedisUrl())
  const sha256 = crypto.randomUUID().replaceAll('-', '').repeat(2)
  await redis.publish(keyChangedChannel, 'nonsense')
  await redis.publish(keyChangedChannel, sha256)
  await until('the hash', () => noted.includes(sha256))
  expect(noted).not.toContain('nonsense')
})

test('key changes arrive again after a lost connection', async () => {
  const { redis, noted } = await listen(await createTestRedisUrl())
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  const sha256 = crypto.randomUUID().replaceAll('-', '').repeat(2)
  // Published until it arrives: what is published while the connection is away is lost.
  while (!noted.includes(sha256)) {
    await redis.publish(keyChangedChannel, sha256)
    await Bun.sleep(5)
  }
})
