import type { Redis } from 'ioredis'
import type { Logger } from '../telemetry/logger.ts'
import { withinTime } from '../time/within-time.ts'

/** Longest a start waits for the subscription, ms: a program without Redis starts all the same. */
const firstSubscriptionMs = 3_000

export type SubscriptionDeps = {
  /** Connection that is taken as the model: a subscription needs one of its own. */
  redis: Redis
  channel: string
  onMessage: (message: string) => void
  /** Called after every (re)connection: what was published before is lost, so nothing that is kept can be trusted. */
  onSubscribed: () => void
  logger: Logger
}

/** Listens to a channel for as long as the program runs, through every loss of the connection. */
export function createSubscription({ redis, channel, onMessage, onSubscribed, logger }: SubscriptionDeps) {
  const subscriber = redis.duplicate({
    maxRetriesPerRequest: null,
    // Subscribing is done here, so that `onSubscribed` comes after it and not before.
    autoResubscribe: false,
    keepAlive: 10_000,
  })
  const subscribed = Promise.withResolvers<void>()
  subscriber.on('error', (error) => logger.warn({ err: error.message, channel }, 'subscription: redis connection'))
  subscriber.on('message', (_channel, message) => onMessage(message))
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => {
        onSubscribed()
        subscribed.resolve()
      },
      (error: Error) => {
        logger.error({ err: error.message, channel }, 'not subscribed, connecting anew')
        subscriber.disconnect(true)
      },
    )
  })
  return {
    /** Resolves when messages arrive, or after a while without Redis. Never rejects. */
    whenListening: (): Promise<void> => withinTime(firstSubscriptionMs, subscribed.promise).catch(() => undefined),
    close: (): void => subscriber.disconnect(),
  }
}
export type Subscription = ReturnType<typeof createSubscription>
