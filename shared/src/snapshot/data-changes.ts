import { findDatabase } from '../redis/client.ts'
import type { RedisConnection } from '../redis/connect.ts'
import { buildDataChangedChannel } from '../redis/keys.ts'
import { createSubscription, type Subscription } from '../redis/subscription.ts'
import type { Logger } from '../telemetry/logger.ts'

/** Name passed to `onChange` after a (re)connection: anything may have changed meanwhile. */
export const anyChange = '*'

/** Name published when history points were stored. */
export const pointsChange = 'points'

/** Name published when a command has stored values of feeds, which svc-ingest has not seen; every other name is a snapshot's. */
export const feedsChange = 'feeds'

/** Names that this product publishes; other messages are ignored. */
const changeName = /^[a-z_]{1,32}$/

export type DataChangesDeps = {
  redis: RedisConnection
  /** Receives the name of a snapshot, {@link pointsChange}, {@link feedsChange} or {@link anyChange}. */
  onChange: (name: string) => void
  logger: Logger
}

/** Listens to svc-ingest. A notice only shortens the delay of the next poll; correctness must not depend on it. */
export function createDataChanges({ redis, onChange, logger }: DataChangesDeps): Subscription {
  return createSubscription({
    redis,
    channel: buildChannel(redis),
    onMessage(message) {
      if (changeName.test(message)) onChange(message)
    },
    onSubscribed: () => onChange(anyChange),
    logger,
  })
}

/**
 * Makes the function that publishes a change. It never throws: without the notice listeners see the change at their next poll.
 *
 * @returns function of the name of a snapshot, {@link pointsChange} or {@link feedsChange}; its result: how many listen
 */
export function createChangePublisher({ redis, logger }: Omit<DataChangesDeps, 'onChange'>) {
  return async function publishChange(name: string): Promise<number> {
    return redis.publish(buildChannel(redis), name).catch((error: Error) => {
      logger.warn({ err: error.message, name }, 'data change not published: redis failed')
      return 0
    })
  }
}
export type PublishChange = ReturnType<typeof createChangePublisher>

const buildChannel = (redis: RedisConnection): string => buildDataChangedChannel(findDatabase(redis))
