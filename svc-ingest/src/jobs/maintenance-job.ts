import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'

/** What is done beside the polls. */
export const maintenanceTasks = ['make_partitions', 'repair_gaps', 'retire_payloads', 'repair_points'] as const
export type MaintenanceTask = (typeof maintenanceTasks)[number]

/** Data of a maintenance job. */
export const MaintenanceJob = v.strictObject({ v: v.literal(1), task: v.picklist(maintenanceTasks) })
export type MaintenanceJob = v.InferOutput<typeof MaintenanceJob>

export const maintenanceQueueName = 'maintenance'

/** Id of the scheduler of a task. */
export const maintenanceSchedulerIdOf = (task: MaintenanceTask): string => `maintain_${task}`

/** How often a task is done, and how long after the start of the program it comes first, ms. */
export type MaintenanceTimes = Readonly<Record<MaintenanceTask, { everyMs: number; firstDelayMs: number }>>

/**
 * By cadence, not by hour of the day: a moved clock and a program that is started in the evening keep it too. The polls of the start go
 * first.
 */
export const maintenanceTimes: MaintenanceTimes = {
  make_partitions: { everyMs: 24 * hourMs, firstDelayMs: minuteMs },
  repair_gaps: { everyMs: 24 * hourMs, firstDelayMs: 10 * minuteMs },
  retire_payloads: { everyMs: 24 * hourMs, firstDelayMs: 20 * minuteMs },
  repair_points: { everyMs: 5 * minuteMs, firstDelayMs: minuteMs },
}

/** The next run is the other attempt. */
export const maintenanceJobOptions = {
  attempts: 1,
  removeOnComplete: { age: 7 * 86_400, count: 50 },
  removeOnFail: { age: 30 * 86_400, count: 100 },
}
