import type { createRedis } from '@hexawatt/shared/redis/client'
import { keyChangedChannel } from '@hexawatt/shared/redis/keys'
import { createSubscription, type Subscription } from '@hexawatt/shared/redis/subscription'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { KeyCache } from './key-cache.ts'

const sha256Hex = /^[0-9a-f]{64}$/

export type KeyChangesDeps = {
  /** The subscription opens a connection of its own with the settings of this one. */
  redis: ReturnType<typeof createRedis>
  cache: Pick<KeyCache, 'noteChange'>
  logger: Logger
}

/**
 * Listens to changes of keys and tells the cache at once. What is published while the connection is down is lost, and found by the key
 * watch: the cache is not cleared on a new connection, since reading every key anew would cost more than the outage.
 */
export function createKeyChanges({ redis, cache, logger }: KeyChangesDeps): Subscription {
  return createSubscription({
    redis,
    channel: keyChangedChannel,
    onMessage(sha256) {
      if (sha256Hex.test(sha256)) cache.noteChange(sha256)
    },
    onSubscribed: () => undefined,
    logger,
  })
}

/** Publishes hashes of changed keys to running gateways; false when Redis did not take them: gateways then notice within a second. */
export type PublishKeyChange = (sha256s: readonly string[]) => Promise<boolean>

/** Publishes over a connection that is ready. Never throws: the change is committed already. */
export function createPublishKeyChange(redis: Pick<ReturnType<typeof createRedis>, 'publish'>): PublishKeyChange {
  return async function publishKeyChange(sha256s) {
    try {
      await Promise.all(sha256s.map((sha256) => redis.publish(keyChangedChannel, sha256)))
      return true
    } catch {
      return false
    }
  }
}
