import type { SourceName } from '@hexawatt/shared/grid/publishers'
import { retryThroughOutages, type ThroughOutagesDeps } from '@hexawatt/shared/postgres/postgres-unavailable'
import { pollQueueNameOf } from '@hexawatt/shared/queue/queue-names'
import { type QueueDeps, startWorker } from '@hexawatt/shared/queue/workers'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { UnrecoverableError, type Worker } from 'bullmq'
import type { PollReason } from '../planning/poll-if-due.ts'
import type { PollOutcome } from '../planning/run-poll.ts'
import type { Source } from '../sources/definition/source.ts'
import { waitAfterRefusalMs } from '../upstream/retry.ts'
import { PollJob } from './job-definitions.ts'
import type { PollPlan } from './poll-plan.ts'

/** When `stopping` aborts, a running poll ends soon and the next program repeats it. */
type PollWorkerDeps = ThroughOutagesDeps &
  QueueDeps & {
    /** Sources that this installation polls. */
    sources: readonly Source[]
    plan: PollPlan
    /** Runs one job; `isRetry` when it was begun before: it failed, or its worker was killed. */
    runPoll: (source: Source, reason: PollReason, isRetry: boolean, signal: AbortSignal) => Promise<PollOutcome>
    /** Whether Postgres has disk space to store an answer, as far as is known. */
    hasRoom: () => Promise<boolean>
  }

/** A poll is aborted after this time, ms. */
const jobTimeoutMs = 5 * 60_000
/**
 * Time that an aborted poll has to end, ms: longer than a statement may run. Then the job fails, because a call that never returns must
 * not block its source; the values that the poll still stores are stored once.
 */
const abortGraceMs = 45_000

/**
 * Worker of the queue of a publisher, which makes this many polls at the same time. After each poll, with or without success, the next one of its source is
 * planned, and the fallbacks of its feeds. The queue has no rate of its own: Postgres keeps the pace of the calls, and a rate of jobs would also count those
 * that find nothing due, so that restarts would hold up the polls.
 */
export function startPollWorker(publisher: SourceName, concurrency: number, deps: PollWorkerDeps): Worker {
  const { logger, sources, plan, runPoll, hasRoom, stopping } = deps

  /**
   * An outage of Postgres is waited for, because a fallback that is not planned again would begin to stand in a day later. A source without a job is planned
   * by the check of lost jobs.
   */
  async function planRest(source: Source): Promise<void> {
    try {
      await retryThroughOutages(deps, () => plan.planAfterPoll(source))
    } catch (error) {
      logger.warn({ err: error, source: source.id }, 'next poll not planned')
    }
  }

  /** @returns null where nothing was done, and the source is planned already */
  async function work(source: Source, { reason }: PollJob, isBegun: boolean): Promise<PollOutcome | null> {
    // A start does not shorten the pause that its publisher asked for.
    if (reason === 'start' && (await plan.isPaused(source))) return null
    if (!(await hasRoom())) {
      // An answer could not be stored and would waste the publisher's quota.
      await plan.planLook(source, minuteMs)
      return null
    }
    try {
      // An outage of Postgres costs no attempt, however often it comes; the poll is repeated as soon as its result can be stored.
      const outcome = await retryThroughOutages(deps, (isRepeated) => {
        const signal = AbortSignal.any([stopping, AbortSignal.timeout(jobTimeoutMs)])
        return withTimeout(jobTimeoutMs + abortGraceMs, runPoll(source, reason, isRepeated || isBegun, signal))
      })
      await planRest(source)
      return outcome
    } catch (error) {
      await planRest(source)
      if (!(error instanceof UpstreamError) || error.kind !== 'rate_limited') throw toJobError(error)
      // Only the refused source waits: others of the same publisher have quotas of their own. It costs no attempt.
      const pauseMs = waitAfterRefusalMs(error)
      logger.warn({ err: error.message, source: source.id, pauseMs }, 'source paused: too many calls')
      await plan.planAfterPause(source, pauseMs)
      return null
    }
  }

  return startWorker(deps, {
    queueName: pollQueueNameOf(publisher),
    activity: 'poll',
    schema: PollJob,
    async work(data, job) {
      const source = sources.find(({ id }) => id === data.source)
      // A source that is not polled any more: its job ends here.
      if (source === undefined) return
      const startedAtMs = performance.now()
      const outcome = await work(source, data, job.attemptsStarted > 1)
      if (outcome === null) return
      const durationMs = Math.round(performance.now() - startedAtMs)
      logger.info({ source: source.id, outcome, durationMs, jobId: job.id }, 'poll job done')
    },
    options: { concurrency },
  })
}

/** Transient failures are retried; every other failure of an upstream is final. */
function toJobError(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || error.kind === 'transient') return error
  return new UnrecoverableError(`${error.kind}: ${error.message}`)
}
