import type { Redis } from 'ioredis'
import { dataChangedChannel } from '../redis/keys.ts'
import { createSubscription, type Subscription } from '../redis/subscription.ts'
import type { Logger } from '../telemetry/logger.ts'

/** What `onChange` is told after a (re)connection: everything may have changed meanwhile. */
export const anyChange = '*'

/** What is published when points of the history were stored; every other name is that of a snapshot. */
export const pointsChange = 'points'

/** A name as this product publishes it: whatever else comes over the channel is not for us. */
const changeName = /^[a-z_]{1,32}$/

export type DataChangesDeps = {
  redis: Redis
  /** Told the name of a snapshot, {@link pointsChange} or {@link anyChange}. */
  onChange: (name: string) => void
  logger: Logger
}

/** Listens to what svc-ingest publishes. It tells of a change sooner than asking again would; nothing may rest on it alone. */
export function createDataChanges({ redis, onChange, logger }: DataChangesDeps): Subscription {
  return createSubscription({
    redis,
    channel: channelOf(redis),
    onMessage(message) {
      if (changeName.test(message)) onChange(message)
    },
    onSubscribed: () => onChange(anyChange),
    logger,
  })
}

/**
 * Makes the function that tells every listener of a change. It never throws: without it listeners learn of the change when they next ask.
 *
 * @returns a function of the name of a snapshot, or {@link pointsChange}
 */
export function createChangePublisher({ redis, logger }: Omit<DataChangesDeps, 'onChange'>) {
  return async function publishChange(name: string): Promise<void> {
    await redis.publish(channelOf(redis), name).catch((error: Error) => {
      logger.warn({ err: error.message, name }, 'change of the data not published: redis failed')
    })
  }
}
export type PublishChange = ReturnType<typeof createChangePublisher>

const channelOf = ({ options }: Redis): string => dataChangedChannel(options.db ?? 0)
