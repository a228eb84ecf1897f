import { UtcTimestamp } from '@hexawatt/shared/contract/fields'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'

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
