import type { RedisOptions } from 'ioredis'
import type { Logger } from '../telemetry/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { isCluster, type RedisConnection } from './connect.ts'

/** Maximum wait of a start for the subscription, ms: a program starts without Redis too. */
const firstSubscriptionMs = 3_000

export type SubscriptionDeps = {
  /** Connection whose options are copied: a subscription needs its own connection. */
  redis: RedisConnection
  channel: string
  onMessage: (message: string) => void
  /** Called after every (re)connection: earlier messages are lost, so cached data may be outdated. */
  onSubscribed: () => void
  logger: Logger
}

const subscriberOptions: Partial<RedisOptions> = {
  maxRetriesPerRequest: null,
  // Subscribed below, so that `onSubscribed` is called after it and not before.
  autoResubscribe: false,
  keepAlive: 10_000,
}

/**
 * Listens to a channel until closed; reconnects and resubscribes by itself. On a cluster the driver subscribes at another node when its node
 * fails, without `onSubscribed`: messages of that moment are lost.
 */
export function createSubscription({ redis, channel, onMessage, onSubscribed, logger }: SubscriptionDeps) {
  const subscriber = isCluster(redis) ? redis.duplicate() : redis.duplicate(subscriberOptions)
  const subscribed = Promise.withResolvers<void>()
  subscriber.on('error', (error: Error) =>
    logger.warn({ err: error.message, channel }, 'subscription connection failed'),
  )
  subscriber.on('message', (_channel: string, message: string) => onMessage(message))
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => {
        onSubscribed()
        subscribed.resolve()
      },
      (error: Error) => {
        logger.error({ err: error.message, channel }, 'subscribing failed, reconnecting')
        subscriber.disconnect(true)
      },
    )
  })
  return {
    /** Resolves when subscribed, or after a time-out without Redis. Never rejects. */
    whenListening: (): Promise<void> => withTimeout(firstSubscriptionMs, subscribed.promise).catch(() => undefined),
    close: (): void => subscriber.disconnect(),
  }
}
export type Subscription = ReturnType<typeof createSubscription>
