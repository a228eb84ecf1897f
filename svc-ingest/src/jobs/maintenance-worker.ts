import { retryThroughOutages, type ThroughOutagesDeps } from '@hexawatt/shared/postgres/postgres-unavailable'
import { maintenanceQueueName } from '@hexawatt/shared/queue/queue-names'
import { type QueueDeps, startWorker } from '@hexawatt/shared/queue/workers'
import { runInSpan, type Tracing } from '@hexawatt/shared/telemetry/tracing'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { Worker } from 'bullmq'
import { MaintenanceJob, type MaintenanceTask } from './job-definitions.ts'

type MaintenanceWorkerDeps = ThroughOutagesDeps &
  QueueDeps & {
    tracing: Tracing | null
    /** Runs one task; its result is logged, unless it is null. */
    maintain: (task: MaintenanceTask, signal: AbortSignal) => Promise<unknown>
  }

/** A task is aborted after this time, ms. */
const taskTimeoutMs = 30 * 60_000
/** Time that an aborted task has to end, ms; then it fails and the next one begins. */
const abortGraceMs = 5 * 60_000

/** The worker of the maintenance queue: one task at a time. */
export function startMaintenanceWorker(deps: MaintenanceWorkerDeps): Worker {
  const { logger, tracing, stopping, maintain } = deps
  return startWorker(deps, {
    queueName: maintenanceQueueName,
    activity: 'maintenance',
    schema: MaintenanceJob,
    work: ({ task }, job) =>
      runInSpan(tracing, { name: `maintain ${task}`, kind: 'consumer' }, async () => {
        // The next run may be a day away: an outage of Postgres delays this one.
        const outcome = await retryThroughOutages(deps, () => {
          const signal = AbortSignal.any([stopping, AbortSignal.timeout(taskTimeoutMs)])
          return withTimeout(taskTimeoutMs + abortGraceMs, maintain(task, signal))
        })
        // Tasks that find nothing to do run every few minutes and are not logged.
        if (outcome !== null) logger.info({ task, outcome, jobId: job.id }, 'maintenance done')
      }),
  })
}
