import { UtcTimestamp } from '@hexawatt/shared/contract/fields'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { hourMs, isoSeconds, minuteMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'

/**
 * Data of a poll job: which source, and whether this is one of its regular turns (which asks only when something is due) or
 * the start of a program (which asks at once). Never a secret, never a payload.
 */
export const PollJob = v.strictObject({
  v: v.literal(1),
  source: v.picklist(sourceIds),
  asked: v.optional(v.picklist(['turn', 'start']), 'turn'),
})
export type PollJob = v.InferOutput<typeof PollJob>

/** A queue for each source: a source that must wait (429) holds up no other. */
export const queueNameOf = (source: PollJob['source']): string => `poll_${source}`

/** How jobs are tried again and how many finished ones are kept. */
export const pollJobOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 5_000, jitter: 0.5 },
  removeOnComplete: { age: 3_600, count: 200 },
  removeOnFail: { age: 7 * 86_400, count: 1_000 },
}

/** Data of a job that computes the point of a mark. */
export const PointJob = v.strictObject({ v: v.literal(1), at: UtcTimestamp })
export type PointJob = v.InferOutput<typeof PointJob>

/** One queue for everything that is computed once for all programs. */
export const computeQueueName = 'compute'

/** Id of the job of a mark: however many programs add it, there is one. BullMQ allows no colon. */
export function pointJobId(at: Temporal.Instant): string {
  return `points_${isoSeconds(at).slice(0, 16).replace(':', '-')}`
}

/** Tried again until the next mark makes it late: every half minute for ten minutes. */
export const pointJobOptions = {
  attempts: 20,
  backoff: { type: 'fixed', delay: 30_000 },
  removeOnComplete: { age: 86_400, count: 200 },
  removeOnFail: { age: 7 * 86_400, count: 200 },
}

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

/** Every queue of the product. */
export const queueNames: readonly string[] = [...sourceIds.map(queueNameOf), computeQueueName, maintenanceQueueName]
