import type { SourceId } from '@hexawatt/shared/grid/feeds'
import { producerConnection } from '@hexawatt/shared/queue/connection'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { Queue } from 'bullmq'
import { type PollJob, pollJobOptions, queueNameOf } from './poll-job.ts'

/** What is polled, how often, and how long after the start of the program first. */
export type Schedule = { source: SourceId; everyMs: number; firstDelayMs: number }

/**
 * Registers the schedules: one scheduler per source, upserted (a changed interval takes effect, several programs doing it
 * keep one set), schedulers of sources that are no longer declared removed, and one poll at once, because a restart must
 * not wait for the next turn.
 */
export async function registerSchedules(
  redisUrl: string,
  schedules: readonly Schedule[],
  logger: Logger,
): Promise<void> {
  for (const schedule of schedules) {
    const queue = new Queue(queueNameOf(schedule.source), {
      connection: producerConnection(redisUrl),
      prefix: queuePrefix,
    })
    queue.on('error', (error) => logger.warn({ err: error.message, source: schedule.source }, 'queue connection'))
    try {
      await queue.waitUntilReady()
      await registerOne(queue, schedule)
    } finally {
      await queue.close()
    }
  }
}

async function registerOne(queue: Queue, { source, everyMs, firstDelayMs }: Schedule): Promise<void> {
  const data: PollJob = { v: 1, source }
  const schedulerId = `every_${source}`
  // Without a start in the future a new scheduler would run at once, beside the first poll below.
  const repeat = { every: everyMs, startDate: Date.now() + everyMs }
  await queue.upsertJobScheduler(schedulerId, repeat, { name: 'poll', data, opts: pollJobOptions })
  for (const { key } of await queue.getJobSchedulers()) {
    if (key !== schedulerId) await queue.removeJobScheduler(key)
  }
  // Not deduplicated: the unfinished poll of a worker that was killed would swallow it until its lock runs out.
  await queue.add('poll', data, { ...pollJobOptions, delay: firstDelayMs })
}
