import { sourceIds } from '@hexawatt/shared/grid/feeds'
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
