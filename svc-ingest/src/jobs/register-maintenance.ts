import type { Logger } from '@hexawatt/shared/telemetry/logger'
import {
  firstMaintenanceDelayMs,
  type MaintenanceJob,
  maintenanceEveryMs,
  maintenanceJobOptions,
  maintenanceQueueName,
  maintenanceSchedulerIdOf,
  maintenanceTasks,
} from './maintenance-job.ts'
import { removeOthers, withQueue } from './schedules.ts'

/** Registers one daily scheduler per maintenance task, however many programs do it; others are removed. */
export async function registerMaintenance(redisUrl: string, logger: Logger): Promise<void> {
  await withQueue(redisUrl, maintenanceQueueName, logger, async (queue) => {
    for (const task of maintenanceTasks) {
      const data: MaintenanceJob = { v: 1, task }
      const startDate = Date.now() + Math.ceil(firstMaintenanceDelayMs[task] * (1 + Math.random()))
      const template = { name: task, data, opts: maintenanceJobOptions }
      await queue.upsertJobScheduler(maintenanceSchedulerIdOf(task), { every: maintenanceEveryMs, startDate }, template)
    }
    await removeOthers(queue, maintenanceTasks.map(maintenanceSchedulerIdOf))
  })
}
