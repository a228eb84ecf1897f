import { maintenanceQueueName, queueNameOf } from '@hexawatt/shared/queue/queue-names'
import { closeQueue, openQueue } from '@hexawatt/shared/queue/workers'
import type { RedisAddress } from '@hexawatt/shared/redis/settings'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Queue } from 'bullmq'
import {
  type MaintenanceJob,
  type MaintenanceTimes,
  maintenanceJobOptions,
  maintenanceSchedulerIdOf,
  maintenanceTasks,
  maintenanceTimes,
  type PollJob,
  pollJobOptions,
} from './job-definitions.ts'

/** Interval of a source's turns, and the delay of its first poll after the start of the program, ms. */
export type Schedule = { source: PollJob['source']; everyMs: number; firstDelayMs: number }

/** Id of the scheduler of a source. */
export const schedulerIdOf = (source: PollJob['source']): string => `every_${source}`

/**
 * Registers the schedule of a source: upserts its scheduler (a changed interval takes effect, several programs create one), removes
 * undeclared schedulers, and adds one poll at once, because a restart must not wait for the next turn.
 */
export async function registerSchedule(queueAddress: RedisAddress, schedule: Schedule, logger: Logger): Promise<void> {
  const { source, everyMs, firstDelayMs } = schedule
  await withQueue(queueAddress, queueNameOf(source), logger, async (queue) => {
    await registerIn(queue, schedule, everyMs)
    // Not deduplicated: the unfinished poll of a killed worker would suppress it until its lock expires.
    const start: PollJob = { v: 1, source, asked: 'start' }
    await queue.add('poll', start, { ...pollJobOptions, delay: firstDelayMs })
  })
}

/**
 * Restores the schedule of a source that Redis has lost, and adds one turn, which polls if something fell due meanwhile. Of several programs
 * that do so at the same time one adds the turn. The next turns follow within one interval, so that a second failure of Redis right after costs no more.
 */
export async function restoreSchedule(queueAddress: RedisAddress, schedule: Schedule, logger: Logger): Promise<void> {
  const { source, everyMs } = schedule
  await withQueue(queueAddress, queueNameOf(source), logger, async (queue) => {
    await registerIn(queue, schedule, 0)
    const turn: PollJob = { v: 1, source, asked: 'turn' }
    await queue.add('poll', turn, { ...pollJobOptions, deduplication: { id: `restored_${source}`, ttl: everyMs } })
  })
}

async function registerIn(queue: Queue, { source, everyMs }: Schedule, notBeforeMs: number): Promise<void> {
  const data: PollJob = { v: 1, source, asked: 'turn' }
  const schedulerId = schedulerIdOf(source)
  await queue.upsertJobScheduler(schedulerId, spread(everyMs, notBeforeMs), {
    name: 'poll',
    data,
    opts: pollJobOptions,
  })
  await removeOthers(queue, [schedulerId])
}

/**
 * Turns of this interval, the first at a random moment of the interval that begins after `notBeforeMs`: sources, and other installations, do not all
 * poll in the same second. Without a start in the future a new scheduler would run at once.
 */
function spread(everyMs: number, notBeforeMs: number): { every: number; startDate: number } {
  return { every: everyMs, startDate: Date.now() + notBeforeMs + Math.ceil(Math.random() * everyMs) }
}

/** Removes the schedulers of a queue that are no longer declared. */
async function removeOthers(queue: Queue, declaredIds: readonly string[]): Promise<void> {
  for (const { key } of await queue.getJobSchedulers()) {
    if (!declaredIds.includes(key)) await queue.removeJobScheduler(key)
  }
}

/** Opens a queue for as long as the work takes. */
async function withQueue(
  queueAddress: RedisAddress,
  name: string,
  logger: Logger,
  work: (queue: Queue) => Promise<void>,
): Promise<void> {
  const queue = openQueue(name, { queueAddress, logger })
  try {
    await queue.waitUntilReady()
    await work(queue)
  } finally {
    await closeQueue(queue, logger)
  }
}

/** Registers one scheduler per maintenance task, also when several programs do it; removes undeclared ones. */
export async function registerMaintenance(
  queueAddress: RedisAddress,
  logger: Logger,
  times: MaintenanceTimes = maintenanceTimes,
): Promise<void> {
  await withQueue(queueAddress, maintenanceQueueName, logger, async (queue) => {
    for (const task of maintenanceTasks) {
      const data: MaintenanceJob = { v: 1, task }
      const { everyMs, firstDelayMs } = times[task]
      const startDate = Date.now() + Math.ceil(firstDelayMs * (1 + Math.random()))
      const template = { name: task, data, opts: maintenanceJobOptions }
      await queue.upsertJobScheduler(maintenanceSchedulerIdOf(task), { every: everyMs, startDate }, template)
    }
    await removeOthers(queue, maintenanceTasks.map(maintenanceSchedulerIdOf))
  })
}

/** Pause before another try, ms. */
const pauseMs = 1_000

/**
 * Retries a registration in Redis until it succeeds or the program stops: Redis may restart while ingestion starts, and a source
 * without a schedule is never polled.
 */
export async function registerWhenReachable(
  logger: Logger,
  stopping: AbortSignal,
  register: () => Promise<void>,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      return await register()
    } catch (error) {
      logger.warn({ err: error instanceof Error ? error.message : error }, 'not registered yet: redis does not answer')
      await Bun.sleep(pauseMs)
    }
  }
}
