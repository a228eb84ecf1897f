import { retryThroughOutages, type ThroughOutagesDeps } from '@hexawatt/shared/postgres/postgres-unavailable'
import { queueNameOf } from '@hexawatt/shared/queue/queue-names'
import { type QueueDeps, startWorker } from '@hexawatt/shared/queue/workers'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { RateLimitError, UnrecoverableError, type Worker } from 'bullmq'
import { waitAfterRefusalMs } from '../upstream/retry.ts'
import { PollJob } from './job-definitions.ts'
import type { TurnOutcome } from './take-turn.ts'

/** When `stopping` aborts, a running poll ends soon and the next program retries it. */
type PollWorkerDeps = ThroughOutagesDeps &
  QueueDeps & {
    /** Runs one job; `isRetry` when it was started before: it failed, paused after a 429, or its worker was killed. */
    takeTurn: (job: PollJob, isRetry: boolean, signal: AbortSignal) => Promise<TurnOutcome>
    /** Whether Postgres has disk space to store an answer, as far as is known. */
    hasRoom: () => Promise<boolean>
  }

/** A poll is aborted after this time, ms. */
const jobTimeoutMs = 5 * 60_000
/**
 * Time that an aborted poll has to end, ms: longer than a statement may run. Then the job fails, because a call that never returns must
 * not block its source; what the poll still stores is stored once.
 */
const abortGraceMs = 45_000

/** Worker of one source's queue: one job at a time; a failure is retried, pauses the queue, or is final. */
export function startPollWorker(source: PollJob['source'], deps: PollWorkerDeps): Worker {
  const { logger, takeTurn, hasRoom, stopping } = deps
  const worker = startWorker(deps, {
    queueName: queueNameOf(source),
    activity: 'poll',
    schema: PollJob,
    async work(data, job) {
      const startedAtMs = performance.now()
      try {
        // Without room an answer could not be stored and would waste the publisher's quota: the next turn asks.
        if (!(await hasRoom())) return
        // An outage of Postgres costs no attempt, however often it comes; the poll is repeated as soon as its result can be stored.
        const outcome = await retryThroughOutages(deps, (isRepeated) => {
          const signal = AbortSignal.any([stopping, AbortSignal.timeout(jobTimeoutMs)])
          const isRetry = isRepeated || job.attemptsStarted > 1
          return withTimeout(jobTimeoutMs + abortGraceMs, takeTurn(data, isRetry, signal))
        })
        // Most turns find nothing due: they are not logged.
        if (outcome === 'not due') return
        const durationMs = Math.round(performance.now() - startedAtMs)
        logger.info({ source, outcome, durationMs, jobId: job.id }, 'turn taken')
      } catch (error) {
        await failAs(error, worker, logger)
      }
    },
    // A limiter must exist for `rateLimit` to pause the queue; its own rate is far above any schedule.
    options: { limiter: { max: 10, duration: 1_000 } },
  })
  return worker
}

/** A 429 pauses the queue and costs no attempt; transient failures are retried; every other failure is final. */
async function failAs(error: unknown, worker: Worker, logger: Logger): Promise<never> {
  if (!(error instanceof UpstreamError)) throw error
  if (error.kind === 'rate_limited') {
    const pauseMs = waitAfterRefusalMs(error)
    logger.warn({ err: error.message, queue: worker.name, pauseMs }, 'source paused: too many calls')
    await worker.rateLimit(pauseMs)
    throw new RateLimitError()
  }
  if (error.kind === 'transient') throw error
  throw new UnrecoverableError(`${error.kind}: ${error.message}`)
}
