import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import type { Queue } from 'bullmq'
import { openQueues, readQueueCounts } from '../jobs/read-queues.ts'
import { maxRetriedJobs, maxShownFailures, parseQueuesArguments, queuesUsage } from './queues-arguments.ts'
import { type FailedJob, queuesText } from './queues-text.ts'

/**
 * Runs `bun run queues` and returns what it prints.
 *
 * @throws UsageError with one sentence for the operator
 */
export async function runQueuesCommand(argv: readonly string[], env: EnvSource): Promise<string> {
  const command = parseQueuesArguments(argv)
  if (command.kind === 'help') return queuesUsage
  const redis = createRedis(redisUrl(env), createLogger('queues', 'silent'))
  try {
    await whenRedisReady(redis)
    if (redis.status !== 'ready') throw new UsageError('Redis does not answer: check REDIS_URL.')
    const queues = openQueues(redis)
    return command.kind === 'show' ? await show(queues) : await retry(queues, command.queue)
  } finally {
    redis.disconnect()
  }
}

function redisUrl(env: EnvSource): string {
  const url = env['REDIS_URL'] ?? ''
  if (url === '') {
    throw new UsageError('REDIS_URL is not set: start the product with "bun run up", or set it to its Redis.')
  }
  if (!URL.canParse(url)) throw new UsageError('REDIS_URL is not a URL such as redis://host:6379.')
  return url
}

async function show(queues: readonly Queue[]): Promise<string> {
  const [counts, failed] = await Promise.all([readQueueCounts(queues), Promise.all(queues.map(newestFailed))])
  return queuesText(counts, failed.flat())
}

async function newestFailed(queue: Queue): Promise<FailedJob[]> {
  const jobs = await queue.getFailed(0, maxShownFailures - 1)
  return jobs.map(({ id, finishedOn, attemptsMade, failedReason }) => ({
    queue: queue.name,
    id: id ?? '-',
    failedAt: finishedOn === undefined ? null : Temporal.Instant.fromEpochMilliseconds(finishedOn),
    attempts: attemptsMade,
    reason: failedReason,
  }))
}

/** Job by job and not by the queue's own retry, which has no bound. */
async function retry(queues: readonly Queue[], name: string): Promise<string> {
  const queue = queues.find((candidate) => candidate.name === name)
  const jobs = (await queue?.getFailed(0, maxRetriedJobs - 1)) ?? []
  for (const job of jobs) await job.retry('failed')
  return jobs.length === 0 ? `${name}: no job has failed.` : `${name}: ${jobs.length} failed jobs are done again.`
}
