import { type Job, Queue } from 'bullmq'
import type { RedisConnection } from '../redis/connect.ts'
import { queuePrefix } from '../redis/keys.ts'
import { hideApiKeys } from '../telemetry/hide-api-keys.ts'
import { queueNames } from './queue-names.ts'
import { type FailedJob, jobStates, type QueueCounts } from './queue-reports.ts'

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

/** Longest shown reason, characters: it may quote an upstream's answer. */
const maxReasonChars = 160

/** Failed jobs of a queue, newest first. @throws what Redis throws */
export async function failedJobs(
  queue: Queue,
  { offset, limit }: { offset: number; limit: number },
): Promise<FailedJob[]> {
  const jobs = await queue.getFailed(offset, offset + limit - 1)
  return jobs.map(({ id, finishedOn, attemptsMade, failedReason }) => ({
    queue: queue.name,
    id: id ?? '-',
    failedAt: finishedOn === undefined ? null : Temporal.Instant.fromEpochMilliseconds(finishedOn),
    attempts: attemptsMade,
    reason: shownReason(failedReason),
  }))
}

function shownReason(reason: string): string {
  return hideApiKeys(reason.replace(/\s+/g, ' ').slice(0, maxReasonChars))
}

/** Most failed jobs that are put back at once. */
export const maxRetriedJobs = 100

/**
 * Puts the newest failed jobs of a queue back to be done at once, at most {@link maxRetriedJobs}: job by job, because the queue's own retry has
 * no limit.
 *
 * @returns how many there were
 * @throws what Redis throws
 */
export async function retryFailedJobs(queue: Queue): Promise<number> {
  const jobs = await queue.getFailed(0, maxRetriedJobs - 1)
  for (const job of jobs) await job.retry('failed')
  return jobs.length
}

/** Puts one failed job back. @returns false when there is none of this id that has failed @throws what Redis throws */
export async function retryFailedJob(queue: Queue, id: string): Promise<boolean> {
  const job: Job | undefined = await queue.getJob(id)
  if (job === undefined || !(await job.isFailed())) return false
  await job.retry('failed')
  return true
}
