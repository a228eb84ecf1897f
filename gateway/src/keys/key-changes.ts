import type { createRedis } from '@hexawatt/shared/redis/client'
import { keyChangedChannel } from '@hexawatt/shared/redis/keys'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { KeyCache } from './key-cache.ts'

const sha256Hex = /^[0-9a-f]{64}$/

/** Longest the start waits for the subscription, ms: a gateway without Redis starts all the same. */
const firstSubscriptionMs = 3_000

export type KeyChangesDeps = {
  /** Connection that is taken as the model: a subscription needs one of its own. */
  redis: ReturnType<typeof createRedis>
  cache: Pick<KeyCache, 'drop' | 'clear'>
  logger: Logger
}

/**
 * Listens to changes of keys and takes them out of the cache at once. After every (re)connection the whole cache goes: what
 * was published meanwhile is lost.
 */
export function createKeyChanges({ redis, cache, logger }: KeyChangesDeps) {
  const subscriber = redis.duplicate({
    maxRetriesPerRequest: null,
    // Subscribing is done here, so that the cache is cleared after it and not before.
    autoResubscribe: false,
    keepAlive: 10_000,
  })
  const subscribed = Promise.withResolvers<void>()
  subscriber.on('error', (error) => logger.warn({ err: error.message }, 'key changes: redis connection'))
  subscriber.on('message', (_channel, sha256) => {
    if (sha256Hex.test(sha256)) cache.drop(sha256)
  })
  subscriber.on('ready', () => {
    subscriber.subscribe(keyChangedChannel).then(
      () => {
        cache.clear()
        subscribed.resolve()
      },
      (error: Error) => {
        logger.error({ err: error.message }, 'key changes: not subscribed, connecting anew')
        subscriber.disconnect(true)
      },
    )
  })
  return {
    /** Resolves when changes arrive, or after a while without Redis. Never rejects. */
    whenListening: (): Promise<void> => Promise.race([subscribed.promise, Bun.sleep(firstSubscriptionMs)]),
    close: (): void => subscriber.disconnect(),
  }
}
export type KeyChanges = ReturnType<typeof createKeyChanges>
