import { computeQueueName, maintenanceQueueName } from '@hexawatt/shared/queue/queue-names'
import { closeQueue, openQueue, type QueueDeps } from '@hexawatt/shared/queue/workers'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import { tickEveryMs } from '@hexawatt/shared/time/instant'
import type { JobSchedulerJson, Queue } from 'bullmq'
import {
  buildMaintenanceSchedulerId,
  type MaintenanceJob,
  type MaintenanceTimes,
  maintenanceJobOptions,
  maintenanceTasks,
  maintenanceTimes,
  type PointJob,
  pointJobOptions,
} from './job-definitions.ts'
import { findNextPointJobMs } from './points.ts'

/** Registers one scheduler per maintenance task, also when several programs do it; removes undeclared ones. */
export async function registerMaintenance(deps: QueueDeps, times: MaintenanceTimes = maintenanceTimes): Promise<void> {
  await useQueue(maintenanceQueueName, deps, async (queue) => {
    for (const task of maintenanceTasks) {
      const data: MaintenanceJob = { v: 1, task }
      const { everyMs, firstDelayMs } = times[task]
      const startDate = Date.now() + Math.ceil(firstDelayMs * (1 + Math.random()))
      const template = { name: task, data, opts: maintenanceJobOptions }
      await queue.upsertJobScheduler(buildMaintenanceSchedulerId(task), { every: everyMs, startDate }, template)
    }
    await removeOthers(queue, maintenanceTasks.map(buildMaintenanceSchedulerId))
  })
}

/** Id of the scheduler of the points. */
export const pointSchedulerId = 'points'

/** Registers the scheduler that adds the job of each tick of the data's clock, also when several programs do it. */
export async function registerPoints({ clock, ...deps }: QueueDeps & { clock: Clock }): Promise<void> {
  await useQueue(computeQueueName, deps, async (queue) => {
    const startDate = findNextPointJobMs(clock)
    if (isInPhase(await queue.getJobScheduler(pointSchedulerId), startDate)) return
    // The scheduler of a clock with another offset would keep its own times.
    await queue.removeJobScheduler(pointSchedulerId)
    const data: PointJob = { v: 1 }
    const template = { name: 'points', data, opts: pointJobOptions }
    await queue.upsertJobScheduler(pointSchedulerId, { every: tickEveryMs, startDate }, template)
  })
}

/** Largest difference between the times of a scheduler and of the clock, ms: both are read one after the other. */
const phaseToleranceMs = 1_000

function isInPhase(scheduler: JobSchedulerJson | undefined, startMs: number): boolean {
  if (scheduler?.every !== tickEveryMs || scheduler.next === undefined) return false
  const aheadMs = (((scheduler.next - startMs) % tickEveryMs) + tickEveryMs) % tickEveryMs
  return Math.min(aheadMs, tickEveryMs - aheadMs) <= phaseToleranceMs && scheduler.next > Date.now() - tickEveryMs
}

/** Removes the schedulers of a queue that are no longer declared. */
async function removeOthers(queue: Queue, declaredIds: readonly string[]): Promise<void> {
  for (const { key } of await queue.getJobSchedulers()) {
    if (!declaredIds.includes(key)) await queue.removeJobScheduler(key)
  }
}

/** Opens a queue for as long as the work takes. */
async function useQueue(name: string, deps: QueueDeps, work: (queue: Queue) => Promise<void>): Promise<void> {
  const queue = openQueue(name, deps)
  try {
    await queue.waitUntilReady()
    await work(queue)
  } finally {
    await closeQueue(queue, deps.logger)
  }
}

/** Pause before another try, ms. */
const pauseMs = 1_000

/**
 * Retries a registration in Redis until it succeeds or the program stops: Redis may restart while ingestion starts, and a source without a job is never
 * polled.
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
      logger.warn(
        { err: error instanceof Error ? error.message : error },
        'schedules not registered: redis does not answer',
      )
      await Bun.sleep(pauseMs)
    }
  }
}
