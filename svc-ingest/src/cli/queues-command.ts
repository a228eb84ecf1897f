import { optional } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command, readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { formatTextTable } from '@hexawatt/shared/command-line/tables'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { oneOf } from '@hexawatt/shared/command-line/value-kinds'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { queueNames } from '@hexawatt/shared/queue/queue-names'
import { type FailedJob, jobStates, type PlannedPoll, type QueueCounts } from '@hexawatt/shared/queue/queue-reports'
import {
  failedJobs,
  maxRetriedJobs,
  openQueues,
  readPlannedPolls,
  readQueueCounts,
  retryFailedJobs,
} from '@hexawatt/shared/queue/read-queues'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { findCommandRedisTarget, type RedisTarget } from '@hexawatt/shared/redis/settings'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { Queue } from 'bullmq'

/** Most failed jobs of a queue that one run prints. */
export const maxShownFailures = 10

export type QueuesCommand = { retryFailed: string | null }

export const queuesCommandLine: CommandLine<QueuesCommand> = {
  name: 'queues',
  notes: `A failed poll needs no retry: the next poll requests the missing values.

REDIS_URL: the product's Redis (taken from a running bun run up when it is not set).`,
  command: command({
    summary: `Shows the jobs of every queue of svc-ingest by state, when each source is polled next, and the newest ${maxShownFailures} failed jobs of each queue with their reason.`,
    examples: ['', '--retry-failed poll_rte'],
    inputs: {
      retryFailed: optional(
        oneOf('queue', queueNames),
        `run the newest ${maxRetriedJobs} failed jobs of this queue again at once`,
      ),
    },
    read: (asked) => asked,
  }),
}

/**
 * Runs `bun run queues` and returns its output.
 *
 * @throws UsageError with one sentence for the operator
 */
export async function runQueuesCommand(argv: readonly string[], env: EnvSource): Promise<string> {
  const command = readCommandLine(queuesCommandLine, argv)
  if ('helpText' in command) return command.helpText
  const redis = createRedis(findQueueTarget(env), createLogger('queues', 'silent'))
  try {
    await whenRedisReady(redis)
    if (redis.status !== 'ready') throw new UsageError('Redis does not answer: check REDIS_URL.')
    const queues = openQueues(redis)
    return command.retryFailed === null ? await show(queues) : await retry(queues, command.retryFailed)
  } finally {
    redis.disconnect()
  }
}

function findQueueTarget(env: EnvSource): RedisTarget {
  const target = findCommandRedisTarget(env, 'queues')
  if (target !== null) return target
  throw new UsageError('REDIS_URL is not set: start the product with "bun run up", or set it to its Redis.')
}

async function show(queues: readonly Queue[]): Promise<string> {
  const [counts, planned, failed] = await Promise.all([
    readQueueCounts(queues),
    readPlannedPolls(queues),
    Promise.all(queues.map((queue) => failedJobs(queue, { offset: 0, limit: maxShownFailures }))),
  ])
  return formatQueues(counts, planned, failed.flat())
}

async function retry(queues: readonly Queue[], name: string): Promise<string> {
  const queue = queues.find((candidate) => candidate.name === name)
  const retried = queue === undefined ? 0 : await retryFailedJobs(queue)
  return retried === 0 ? `${name}: no job has failed.` : `${name}: ${retried} failed jobs run again.`
}

/** The queues as a table, and below it the next polls and the failed jobs. */
function formatQueues(
  queues: readonly QueueCounts[],
  planned: readonly PlannedPoll[],
  failed: readonly FailedJob[],
): string {
  const header = ['QUEUE', ...jobStates.map((state) => state.toUpperCase())]
  const rows = queues.map(({ queue, counts }) => [queue, ...jobStates.map((state) => String(counts[state]))])
  const parts = [
    formatTextTable(header, rows),
    planned.length === 0 ? 'No poll is planned.' : formatPlanned(planned),
    failed.length === 0 ? 'No job has failed.' : formatFailed(failed),
  ]
  return parts.join('\n\n')
}

function formatPlanned(planned: readonly PlannedPoll[]): string {
  const rows = planned.map(({ source, queue, state, at }) => [
    source,
    queue,
    state === 'planned' ? isoSeconds(at) : state,
  ])
  return formatTextTable(['NEXT POLL OF', 'QUEUE', 'AT'], rows)
}

function formatFailed(failed: readonly FailedJob[]): string {
  const rows = failed.map(({ queue, id, failedAt, attempts, reason }) => [
    queue,
    id,
    failedAt === null ? '-' : isoSeconds(failedAt),
    String(attempts),
    reason,
  ])
  return formatTextTable(['FAILED', 'JOB', 'AT', 'ATTEMPTS', 'REASON'], rows)
}
