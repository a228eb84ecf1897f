import { formerPollQueueNames } from '@hexawatt/shared/queue/queue-names'
import { openQueues } from '@hexawatt/shared/queue/read-queues'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Queue } from 'bullmq'

/**
 * Makes the removal of the queues that releases with one queue per source have left in Redis, with their schedules. A queue stays while a worker of such a
 * release is connected to it: that program would put its schedules back. Once every queue is gone a call does nothing. To be removed with the release after.
 */
export function createFormerQueueRemoval(logger: Logger) {
  let remaining: readonly Queue[] | null = null

  async function isRemoved(queue: Queue): Promise<boolean> {
    const isLeft = (await queue.getJobSchedulersCount()) > 0 || (await queue.count()) > 0
    if (isLeft && (await queue.getWorkersCount()) > 0) return false
    // Failed jobs of the release stay as long as its schedules.
    await queue.obliterate({ force: true })
    if (isLeft) logger.info({ queue: queue.name }, 'queue of an earlier release removed')
    return true
  }

  return async function removeFormerQueues(redis: RedisConnection): Promise<void> {
    // Queues that are opened while Redis is away stay unusable when it is back: the caller has checked that it is there.
    remaining ??= openQueues(redis, formerPollQueueNames)
    const left: Queue[] = []
    for (const queue of remaining) if (!(await isRemoved(queue))) left.push(queue)
    remaining = left
  }
}
