import { UtcTimestamp } from '@hexawatt/shared/contract/values/fields'
import { reportedSourceIds } from '@hexawatt/shared/grid/feeds'
import { datasetIds } from '@hexawatt/shared/grid/publishers'
import { hourMs, isoSeconds, minuteMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { pollReasons } from '../planning/poll-if-due.ts'

/**
 * Data of a poll job: the source, and why it is polled. Never a secret, never a payload.
 */
export const PollJob = v.strictObject({
  v: v.literal(2),
  source: v.picklist([...reportedSourceIds, ...datasetIds]),
  reason: v.picklist(pollReasons),
})
export type PollJob = v.InferOutput<typeof PollJob>

/** Retries of a poll, and how long finished jobs are stored. */
export const pollJobOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 5_000, jitter: 0.5 },
  removeOnComplete: { age: 3_600, count: 200 },
  removeOnFail: { age: 7 * 86_400, count: 1_000 },
}

/** Data of a job that computes the point of a tick; without `at` for the tick for which the scheduler planned the job. */
export const PointJob = v.strictObject({ v: v.literal(1), at: v.optional(UtcTimestamp) })
export type PointJob = v.InferOutput<typeof PointJob>

/** Job id of a tick: several programs that add it create one job. BullMQ allows no colon. */
export function buildPointJobId(at: Temporal.Instant): string {
  return `points_${isoSeconds(at).slice(0, 16).replace(':', '-')}`
}

/** Retried every half minute until the next tick, ten minutes later. */
export const pointJobOptions = {
  attempts: 20,
  backoff: { type: 'fixed', delay: 30_000 },
  removeOnComplete: { age: 86_400, count: 200 },
  removeOnFail: { age: 7 * 86_400, count: 200 },
}

/**
 * Maintenance tasks in addition to the polls. The names are stored in Redis: `check_spares` keeps the older word for a fallback source, as the table
 * `spare_checks`, the metrics `ingest_spare_…` and the setting OPEN_SPARES do.
 */
export const maintenanceTasks = [
  'make_partitions',
  'repair_gaps',
  'retire_payloads',
  'repair_points',
  'measure_accuracy',
  'check_spares',
  'compare_intensities',
  'forget_deliveries',
] as const
export type MaintenanceTask = (typeof maintenanceTasks)[number]

/** Data of a maintenance job. */
export const MaintenanceJob = v.strictObject({ v: v.literal(1), task: v.picklist(maintenanceTasks) })
export type MaintenanceJob = v.InferOutput<typeof MaintenanceJob>

/** Id of the scheduler of a task. */
export const buildMaintenanceSchedulerId = (task: MaintenanceTask): string => `maintain_${task}`

/** Interval of a task, and its first delay after the start of the program, ms. */
export type MaintenanceTimes = Readonly<Record<MaintenanceTask, { everyMs: number; firstDelayMs: number }>>

/**
 * Intervals, not hours of the day: they also work under a moved clock, and in a program that only runs in the evening. The polls of the start
 * run first.
 */
export const maintenanceTimes: MaintenanceTimes = {
  make_partitions: { everyMs: 24 * hourMs, firstDelayMs: minuteMs },
  repair_gaps: { everyMs: 24 * hourMs, firstDelayMs: 10 * minuteMs },
  retire_payloads: { everyMs: 24 * hourMs, firstDelayMs: 20 * minuteMs },
  repair_points: { everyMs: 5 * minuteMs, firstDelayMs: minuteMs },
  measure_accuracy: { everyMs: hourMs, firstDelayMs: 3 * minuteMs },
  // A fallback source is called once a day; the runs in between call a source that did not answer.
  check_spares: { everyMs: 6 * hourMs, firstDelayMs: 15 * minuteMs },
  compare_intensities: { everyMs: 24 * hourMs, firstDelayMs: 25 * minuteMs },
  forget_deliveries: { everyMs: hourMs, firstDelayMs: 5 * minuteMs },
}

/** No retry: the next run does the work. */
export const maintenanceJobOptions = {
  attempts: 1,
  removeOnComplete: { age: 7 * 86_400, count: 50 },
  removeOnFail: { age: 30 * 86_400, count: 100 },
}

/** Data of a job that sends the due messages of an alert subscription: the subscription id, never an address or a secret. The job has the same id. */
export const AlertJob = v.strictObject({ v: v.literal(1), subscriptionId: v.string() })
export type AlertJob = v.InferOutput<typeof AlertJob>

/** No retry and no trace: Postgres holds the due messages, and a finished job must not occupy its id. */
export const alertJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true }
