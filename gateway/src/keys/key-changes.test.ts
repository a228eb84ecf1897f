import { afterEach, expect, test } from 'bun:test'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { keyChangedChannel } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores'
import { createKeyChanges } from './key-changes.ts'

const logger = createLogger('test', 'silent')
const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A cache that remembers what it was told. */
function recordingCache() {
  const dropped: string[] = []
  let clears = 0
  const cache = {
    drop(sha256: string): void {
      dropped.push(sha256)
    },
    clear(): void {
      clears += 1
    },
  }
  return { cache, dropped, clears: () => clears }
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

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5)
}

test('a published hash is dropped by every gateway', async () => {
  const redisUrl = await createTestRedisUrl()
  const gateways = [await listen(redisUrl), await listen(redisUrl)]
  const sha256 = crypto.randomUUID().replaceAll('-', '').repeat(2)
  await gateways[0]?.redis.publish(keyChangedChannel, sha256)
  await until(() => gateways.every(({ dropped }) => dropped.includes(sha256)))
})

test('a message that is no hash is ignored', async () => {
  const { redis, dropped } = await listen(await createTestRedisUrl())
  const sha256 = crypto.randomUUID().replaceAll('-', '').repeat(2)
  await redis.publish(keyChangedChannel, 'nonsense')
  await redis.publish(keyChangedChannel, sha256)
  await until(() => dropped.includes(sha256))
  expect(dropped).not.toContain('nonsense')
})

test('after a lost connection the whole cache is dropped, and changes arrive again', async () => {
  const { redis, dropped, clears } = await listen(await createTestRedisUrl())
  expect(clears()).toBe(1)
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await until(() => clears() === 2)
  const sha256 = crypto.randomUUID().replaceAll('-', '').repeat(2)
  await redis.publish(keyChangedChannel, sha256)
  await until(() => dropped.includes(sha256))
})
