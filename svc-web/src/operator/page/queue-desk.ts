import { createStoreUnavailableError } from '@hexawatt/shared/errors/app-error'
import type { FailedJob, QueueCounts } from '@hexawatt/shared/queue/queue-reports'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import type { RedisTarget } from '@hexawatt/shared/redis/settings'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'

/** Longest time one question about queues may take, ms. */
const questionTimeoutMs = 5_000

/** Failed jobs of a page, and the number of pages. */
export const failedPageRows = 25
export const maxFailedPages = 40

/**
 * Makes the access to the queues of svc-ingest. Package and connection are loaded at the first question: most processes never need them.
 * @param target Redis of the queues
 */
export function createQueueDesk(target: RedisTarget, logger: Logger) {
  let opened: ReturnType<typeof open> | null = null

  async function open() {
    const tools = await import('@hexawatt/shared/queue/read-queues')
    const redis = createRedis(target, logger)
    return { tools, redis, queues: tools.openQueues(redis) }
  }

  /** @throws AppError `service_unavailable` */
  async function ask<Answer>(question: (desk: Awaited<ReturnType<typeof open>>) => Promise<Answer>): Promise<Answer> {
    opened ??= open()
    const desk = await opened
    try {
      await whenRedisReady(desk.redis)
      // A question would wait for the connection again, and longer.
      if (desk.redis.status !== 'ready') throw new Error('no connection to the Redis of the queues')
      return await withTimeout(questionTimeoutMs, question(desk))
    } catch (error) {
      throw createStoreUnavailableError('The store', error)
    }
  }

  return {
    counts: (): Promise<QueueCounts[]> => ask(({ tools, queues }) => tools.readQueueCounts(queues)),
    /** A page, counted from 0, of the failed jobs of a queue, newest first; none for a queue that does not exist. */
    failed: (name: string, page: number): Promise<FailedJob[]> =>
      ask(async ({ tools, queues }) => {
        const queue = queues.find((one) => one.name === name)
        return queue === undefined
          ? []
          : tools.failedJobs(queue, { offset: page * failedPageRows, limit: failedPageRows })
      }),
    /** Retries one failed job of a queue, or with null the newest hundred. @returns how many jobs are retried */
    retry: (name: string, jobId: string | null): Promise<number> =>
      ask(async ({ tools, queues }) => {
        const queue = queues.find((one) => one.name === name)
        if (queue === undefined) return 0
        if (jobId === null) return tools.retryFailedJobs(queue)
        return (await tools.retryFailedJob(queue, jobId)) ? 1 : 0
      }),
    async close(): Promise<void> {
      const desk = await opened?.catch(() => null)
      desk?.redis.disconnect()
    },
  }
}
export type QueueDesk = ReturnType<typeof createQueueDesk>
