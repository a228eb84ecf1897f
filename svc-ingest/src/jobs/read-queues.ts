import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import { Queue } from 'bullmq'
import { queueNames } from './job-definitions.ts'

/** States of jobs that operators see; finished jobs expire. */
export const jobStates = ['waiting', 'active', 'delayed', 'failed'] as const
type JobState = (typeof jobStates)[number]

export type QueueCounts = { queue: string; counts: Readonly<Record<JobState, number>> }

/** Opens queues on one connection, which the caller closes; every one of the product when none are named. */
export function openQueues(redis: RedisConnection, names: readonly string[] = queueNames): Queue[] {
  return names.map((name) => {
    const queue = new Queue(name, { connection: redis, prefix: queuePrefix, skipMetasUpdate: true })
    // A connection error also fails the call in progress, which reports it.
    queue.on('error', () => undefined)
    return queue
  })
}

/** Jobs of every queue by state. @throws what Redis throws */
export function readQueueCounts(queues: readonly Queue[]): Promise<QueueCounts[]> {
  return Promise.all(
    queues.map(async (queue) => {
      const { waiting = 0, active = 0, delayed = 0, failed = 0 } = await queue.getJobCounts(...jobStates)
      return { queue: queue.name, counts: { waiting, active, delayed, failed } }
    }),
  )
}
