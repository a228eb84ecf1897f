/** What operators see of queues; without the package of the queues, which takes memory. */

/** States of jobs that operators see; finished jobs expire. */
export const jobStates = ['waiting', 'active', 'delayed', 'failed'] as const
export type JobState = (typeof jobStates)[number]

export type QueueCounts = { queue: string; counts: Readonly<Record<JobState, number>> }

/** A failed job, without its data. */
export type FailedJob = {
  queue: string
  id: string
  failedAt: Temporal.Instant | null
  attempts: number
  /** One line of bounded length, without API keys. */
  reason: string
}

/** The job of a source: when its next poll is planned, or that it waits or runs now. */
export type PlannedPoll = {
  source: string
  queue: string
  state: 'planned' | 'waiting' | 'running'
  at: Temporal.Instant
}
