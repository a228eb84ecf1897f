import type { createRedis } from '@hexawatt/shared/redis/client'
import { keyChangedChannel } from '@hexawatt/shared/redis/keys'
import { createSubscription, type Subscription } from '@hexawatt/shared/redis/subscription'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { KeyCache } from './key-cache.ts'

const sha256Hex = /^[0-9a-f]{64}$/

export type KeyChangesDeps = {
  /** Connection that is taken as the model: a subscription needs one of its own. */
  redis: ReturnType<typeof createRedis>
  cache: Pick<KeyCache, 'noteChange'>
  logger: Logger
}

/**
 * Listens to changes of keys and tells the cache at once. What is published while the connection is away is lost, and is found by the
 * key watch: nothing is thrown away on a new connection, since reading every key anew would cost more than the outage.
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
