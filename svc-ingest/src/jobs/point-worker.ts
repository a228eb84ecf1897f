import { workerConnection } from '@hexawatt/shared/queue/connection'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withinTime } from '@hexawatt/shared/time/within-time'
import { Worker } from 'bullmq'
import * as v from 'valibot'
import { computeQueueName, PointJob } from './point-job.ts'

export type PointWorkerDeps = {
  redisUrl: string
  logger: Logger
  /** Does the work of one job. */
  compute: (at: Temporal.Instant) => Promise<unknown>
}

/** Longest a computation may take, ms; half a minute later it is tried again. */
export const computeTimeoutMs = 20_000

/** The worker of the compute queue: one point at a time. */
export function startPointWorker({ redisUrl, logger, compute }: PointWorkerDeps): Worker {
  const worker = new Worker<unknown>(
    computeQueueName,
    async function computeOnce(job) {
      const { at } = v.parse(PointJob, job.data)
      await withinTime(computeTimeoutMs, compute(Temporal.Instant.from(at)))
    },
    { connection: workerConnection(redisUrl), prefix: queuePrefix, concurrency: 1 },
  )
  worker.on('error', (error) => logger.warn({ err: error.message }, 'compute connection'))
  worker.on('failed', (job, error) => logger.error({ err: error.message, jobId: job?.id }, 'computation failed'))
  return worker
}
