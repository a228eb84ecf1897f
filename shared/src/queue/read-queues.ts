import { type Job, type JobType, Queue } from 'bullmq'
import type { RedisConnection } from '../redis/connect.ts'
import { queuePrefix } from '../redis/keys.ts'
import { hideApiKeys } from '../telemetry/hide-api-keys.ts'
import { queueNames } from './queue-names.ts'
import { type FailedJob, jobStates, type PlannedPoll, type QueueCounts } from './queue-reports.ts'

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

/** Most jobs of a queue that are read for the next polls: every source has one or two. */
const maxPlannedPolls = 1_000

/** The next poll of each source, the earliest first; queues without polls have none. @throws what Redis throws */
export async function readPlannedPolls(queues: readonly Queue[]): Promise<PlannedPoll[]> {
  const polls = await Promise.all(
    queues.map(async (queue) => {
      const read = async (state: PlannedPoll['state'], ...types: JobType[]) => {
        const jobs = await queue.getJobs(types, 0, maxPlannedPolls)
        // A job that is replaced while the list is read is missing in it.
        return jobs.flatMap((job) => (job === undefined ? [] : [{ ...toPlannedPoll(job), queue: queue.name, state }]))
      }
      const all = [read('planned', 'delayed'), read('waiting', 'waiting', 'prioritized'), read('running', 'active')]
      return (await Promise.all(all)).flat()
    }),
  )
  return polls
    .flat()
    .flatMap(({ source, ...poll }) => (source === null ? [] : [{ source, ...poll }]))
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))
}

function toPlannedPoll({ data, timestamp, processedOn, delay }: Job): { source: string | null; at: Temporal.Instant } {
  const source: unknown = data?.source
  // The delay of a retry counts from the attempt before it.
  const at = Temporal.Instant.fromEpochMilliseconds((processedOn ?? timestamp) + delay)
  return { source: typeof source === 'string' ? source : null, at }
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
