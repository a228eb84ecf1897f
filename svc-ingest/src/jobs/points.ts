import { closeQueue, closeWorker } from '@hexawatt/shared/queue/close'
import { producerConnection, workerConnection } from '@hexawatt/shared/queue/connection'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import { type PublishChange, pointsChange } from '@hexawatt/shared/snapshot/data-changes'
import { background } from '@hexawatt/shared/telemetry/background'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { type Tracing, withSpan } from '@hexawatt/shared/telemetry/tracing'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { withinTime } from '@hexawatt/shared/time/within-time'
import { Queue, Worker } from 'bullmq'
import * as v from 'valibot'
import { computePoint, type PointDeps } from '../points/compute-point.ts'
import { lastMark } from '../points/point-mark.ts'
import { oneAtATime } from '../snapshots/one-at-a-time.ts'
import { computeQueueName, PointJob, pointJobId, pointJobOptions } from './job-definitions.ts'

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

/**
 * So long after a mark its point is asked for, s: what was learnt up to the mark is stored by then, since a payload becomes known
 * at the instant of its fetch and is stored some seconds later at most.
 */
const settleSeconds = 10

type PointTimerDeps = {
  clock: Clock
  /** Asks for the point of a mark. */
  announce: (at: Temporal.Instant) => Promise<void>
}

/**
 * Makes the tick that announces each mark once it has passed. The first tick announces the last mark, which a start may have
 * missed; marks that went by while the program was down are left to the repair of points. A failed announcement is made again at the
 * next tick, and so is the last one after `forget`.
 */
export function createPointTick({ clock, announce }: PointTimerDeps) {
  let announced: Temporal.Instant | null = null
  return {
    async tick(): Promise<void> {
      const mark = lastMark(clock.now().subtract({ seconds: settleSeconds }))
      if (announced?.equals(mark)) return
      await announce(mark)
      announced = mark
    },
    /** The announced job may be lost. */
    forget(): void {
      announced = null
    },
  }
}

type PointWorkerDeps = {
  redisUrl: string
  logger: Logger
  /** Does the work of one job. */
  compute: (at: Temporal.Instant) => Promise<unknown>
}

/** Longest a computation may take, ms; half a minute later it is tried again. */
const computeTimeoutMs = 20_000

/** The worker of the compute queue: one point at a time. */
function startPointWorker({ redisUrl, logger, compute }: PointWorkerDeps): Worker {
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
