import { retryThroughOutages, type ThroughOutagesDeps } from '@hexawatt/shared/postgres/postgres-unavailable'
import { computeQueueName } from '@hexawatt/shared/queue/queue-names'
import { closeQueue, closeWorker, openQueue, type QueueDeps, startWorker } from '@hexawatt/shared/queue/workers'
import { type PublishChange, pointsChange } from '@hexawatt/shared/snapshot/data-changes'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { runInSpan, type Tracing } from '@hexawatt/shared/telemetry/tracing'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { computePoint, type PointDeps } from '../points/compute-point.ts'
import { isIssueTick, lastTick } from '../points/point-tick.ts'
import { PointJob, pointJobId, pointJobOptions } from './job-definitions.ts'
import { repeatWork } from './repeat-work.ts'

export type PointsDeps = PointDeps &
  ThroughOutagesDeps &
  QueueDeps & {
    metrics: Metrics
    tracing: Tracing | null
    publishChange: PublishChange
  }

/** The data's clock is checked this often, ms. */
const defaultCheckEveryMs = 5_000
/** Time limit of adding a job to the queue, ms. */
const addTimeoutMs = 2_000
/** Time limit of a computation, ms; the queue retries it half a minute later. */
const computeTimeoutMs = 20_000

/**
 * Computes a point and a forecast at every ten-minute tick. Each program announces the tick, and the queue turns the announcements into one
 * job. While Redis is away each program computes the point itself, and the database stores one of them: no tick is lost.
 *
 * @param checkEveryMs tests pass a shorter one
 */
export function startPoints(
  deps: PointsDeps,
  checkEveryMs = defaultCheckEveryMs,
): { announceAgain: () => void; stop: () => Promise<void> } {
  const { logger } = deps
  const points = deps.metrics.counter('ingest_score_points_total', 'Computed ten-minute points by outcome', ['outcome'])
  const issues = deps.metrics.counter('ingest_forecast_issues_total', 'Forecasts archived by this program')
  const queue = openQueue<PointJob>(computeQueueName, deps)

  function compute(at: Temporal.Instant): Promise<void> {
    return runInSpan(deps.tracing, { name: 'compute point', kind: 'consumer' }, async (span) => {
      const outcome = await computePoint(deps, at)
      points.inc({ outcome })
      if (outcome === 'stored' && isIssueTick(at)) issues.inc()
      span?.describe({ 'hexawatt.tick': isoSeconds(at), 'hexawatt.outcome': outcome })
      logger.info({ at: isoSeconds(at), outcome, jobId: pointJobId(at) }, 'point computed')
      if (outcome === 'stored') await deps.publishChange(pointsChange)
    })
  }

  async function announce(at: Temporal.Instant): Promise<void> {
    const job = { v: 1, at: isoSeconds(at) } as const
    try {
      await withTimeout(addTimeoutMs, queue.add('points', job, { ...pointJobOptions, jobId: pointJobId(at) }))
    } catch (error) {
      logger.warn({ err: error, at: job.at }, 'point computed without the queue: redis failed')
      await withTimeout(computeTimeoutMs, compute(at))
    }
  }

  const worker = startWorker(deps, {
    queueName: computeQueueName,
    activity: 'computation',
    schema: PointJob,
    work: ({ at }) =>
      retryThroughOutages(deps, () => withTimeout(computeTimeoutMs, compute(Temporal.Instant.from(at)))),
  })
  const pointTimer = createPointTimer({ clock: deps.clock, announce })
  const checks = repeatWork(logger, { label: 'announce a point', everyMs: checkEveryMs, work: pointTimer.check })
  checks.runNow()
  return {
    /** Announces the last tick again at the next check: Redis has lost its jobs. */
    announceAgain: pointTimer.forget,
    async stop(): Promise<void> {
      await Promise.all([checks.stop(), closeWorker(worker, logger), closeQueue(queue, logger)])
    },
  }
}

/**
 * Seconds from a tick to its announcement: payloads that were fetched up to the tick are stored by then.
 */
const settleSeconds = 10

type PointTimerDeps = {
  clock: Clock
  /** Requests the point of a tick. */
  announce: (at: Temporal.Instant) => Promise<void>
}

/**
 * Makes the check that announces each tick after it has passed. The first check announces the last tick, which a start may have missed; the point
 * repair fills earlier ones. A failed announcement is repeated at the next check, and so is the last one after `forget`.
 */
export function createPointTimer({ clock, announce }: PointTimerDeps) {
  let announced: Temporal.Instant | null = null
  return {
    async check(): Promise<void> {
      const tick = lastTick(clock.now().subtract({ seconds: settleSeconds }))
      if (announced?.equals(tick)) return
      await announce(tick)
      announced = tick
    },
    /** Forgets the last announcement: its job may be lost. */
    forget(): void {
      announced = null
    },
  }
}
