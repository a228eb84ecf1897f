import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'

/** What is done once a day beside the polls. */
export const maintenanceTasks = ['make_partitions', 'repair_gaps', 'retire_payloads'] as const
export type MaintenanceTask = (typeof maintenanceTasks)[number]

/** Data of a maintenance job. */
export const MaintenanceJob = v.strictObject({ v: v.literal(1), task: v.picklist(maintenanceTasks) })
export type MaintenanceJob = v.InferOutput<typeof MaintenanceJob>

export const maintenanceQueueName = 'maintenance'

/** Id of the scheduler of a task. */
export const maintenanceSchedulerIdOf = (task: MaintenanceTask): string => `daily_${task}`

/** By cadence, not by hour of the day: a moved clock and a program that is started in the evening keep it too. */
export const maintenanceEveryMs = 24 * hourMs

/** How long after the start of the program each task comes first, ms: the polls of the start go first. */
export const firstMaintenanceDelayMs: Readonly<Record<MaintenanceTask, number>> = {
  make_partitions: minuteMs,
  repair_gaps: 10 * minuteMs,
  retire_payloads: 20 * minuteMs,
}

/** Tomorrow's run is the other attempt. */
export const maintenanceJobOptions = {
  attempts: 1,
  removeOnComplete: { age: 7 * 86_400, count: 50 },
  removeOnFail: { age: 30 * 86_400, count: 100 },
}
