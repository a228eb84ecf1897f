import type { Logger } from '@hexawatt/shared/telemetry/logger'
import {
  type MaintenanceJob,
  type MaintenanceTimes,
  maintenanceJobOptions,
  maintenanceQueueName,
  maintenanceSchedulerIdOf,
  maintenanceTasks,
  maintenanceTimes,
} from './maintenance-job.ts'
import { removeOthers, withQueue } from './schedules.ts'

/** Registers one scheduler per maintenance task, however many programs do it; others are removed. */
export async function registerMaintenance(
  redisUrl: string,
  logger: Logger,
  times: MaintenanceTimes = maintenanceTimes,
): Promise<void> {
  await withQueue(redisUrl, maintenanceQueueName, logger, async (queue) => {
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
