import { type ThroughOutagesDeps, throughOutages } from '@hexawatt/shared/postgres/postgres-unavailable'
import { workerConnection } from '@hexawatt/shared/queue/connection'
import { maintenanceQueueName } from '@hexawatt/shared/queue/queue-names'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import type { RedisAddress } from '@hexawatt/shared/redis/settings'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import { type Tracing, withSpan } from '@hexawatt/shared/telemetry/tracing'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { Worker } from 'bullmq'
import * as v from 'valibot'
import { MaintenanceJob, type MaintenanceTask } from './job-definitions.ts'

type MaintenanceWorkerDeps = ThroughOutagesDeps & {
  queueAddress: RedisAddress
  logger: Logger
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
  const { queueAddress, logger, tracing, stopping, maintain } = deps
  const worker = new Worker<unknown>(
    maintenanceQueueName,
    async function maintainOnce(job) {
      const { task } = v.parse(MaintenanceJob, job.data)
      await withSpan(tracing, { name: `maintain ${task}`, kind: 'consumer' }, async () => {
        // The next run may be a day away: an outage of Postgres delays this one.
        const outcome = await throughOutages(deps, () => {
          const signal = AbortSignal.any([stopping, AbortSignal.timeout(taskTimeoutMs)])
          return withTimeout(taskTimeoutMs + abortGraceMs, maintain(task, signal))
        })
        // Tasks that find nothing to do run every few minutes and are not logged.
        if (outcome !== null) logger.info({ task, outcome, jobId: job.id }, 'maintenance done')
      })
    },
    { connection: workerConnection(queueAddress), prefix: queuePrefix, concurrency: 1 },
  )
  // Rate-limited, because the connection fails ten times a second while Redis is unreachable or its disk is full.
  const connectionLog = createRareLog({ logger })
  worker.on('error', (error) => connectionLog.warn({ err: error.message }, 'maintenance connection'))
  worker.on('failed', (job, error) =>
    logger.error({ err: error.message, task: job?.name, jobId: job?.id }, 'maintenance failed'),
  )
  return worker
}
