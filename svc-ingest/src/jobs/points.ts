import { closeQueue, closeWorker } from '@hexawatt/shared/queue/close'
import { producerConnection } from '@hexawatt/shared/queue/connection'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import { type PublishChange, pointsChange } from '@hexawatt/shared/snapshot/data-changes'
import { background } from '@hexawatt/shared/telemetry/background'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { type Tracing, withSpan } from '@hexawatt/shared/telemetry/tracing'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { withinTime } from '@hexawatt/shared/time/within-time'
import { Queue } from 'bullmq'
import { computePoint, type PointDeps } from '../points/compute-point.ts'
import { oneAtATime } from '../snapshots/one-at-a-time.ts'
import { computeQueueName, type PointJob, pointJobId, pointJobOptions } from './point-job.ts'
import { createPointTick } from './point-timer.ts'
import { computeTimeoutMs, startPointWorker } from './point-worker.ts'

export type PointsDeps = PointDeps & {
  redisUrl: string
  logger: Logger
  metrics: Metrics
  tracing: Tracing | null
  publishChange: PublishChange
}

/** The data's clock is looked at so often, ms. */
const tickEveryMs = 5_000
/** Longest the queue may take to accept a job, ms. */
const addTimeoutMs = 2_000

/**
 * Computes a point and a forecast at every mark of ten minutes: each program announces the mark, and the queue makes one job
 * of it. While Redis is away each program computes for itself, which the database makes one row of: no mark is lost to it.
 */
export function startPoints(deps: PointsDeps): { announceAgain: () => void; stop: () => Promise<void> } {
  const { redisUrl, logger } = deps
  const points = deps.metrics.counter('ingest_score_points_total', 'Computed ten-minute points by outcome', ['outcome'])
  const queue = new Queue<PointJob>(computeQueueName, { connection: producerConnection(redisUrl), prefix: queuePrefix })
  queue.on('error', (error) => logger.warn({ err: error.message, queue: computeQueueName }, 'queue connection'))

  function compute(at: Temporal.Instant): Promise<void> {
    return withSpan(deps.tracing, { name: 'compute point', kind: 'consumer' }, async (span) => {
      const outcome = await computePoint(deps, at)
      points.inc({ outcome })
      span?.describe({ 'hexawatt.mark': isoSeconds(at), 'hexawatt.outcome': outcome })
      logger.info({ at: isoSeconds(at), outcome, jobId: pointJobId(at) }, 'point computed')
      if (outcome === 'stored') await deps.publishChange(pointsChange)
    })
  }

  async function announce(at: Temporal.Instant): Promise<void> {
    const job = { v: 1, at: isoSeconds(at) } as const
    try {
      await withinTime(addTimeoutMs, queue.add('points', job, { ...pointJobOptions, jobId: pointJobId(at) }))
    } catch (error) {
      logger.warn({ err: error, at: job.at }, 'point computed without the queue: redis failed')
      await withinTime(computeTimeoutMs, compute(at))
    }
  }

  const worker = startPointWorker({ redisUrl, logger, compute })
  const timed = createPointTick({ clock: deps.clock, announce })
  const tick = oneAtATime(timed.tick)
  background(logger, 'announce the last point', tick())
  const timer = setInterval(() => background(logger, 'announce a point', tick()), tickEveryMs)
  return {
    /** Announces the last mark once more at the next tick: Redis has lost its jobs. */
    announceAgain: timed.forget,
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all([closeWorker(worker, logger), closeQueue(queue, logger)])
    },
  }
}
