import { retryThroughOutages, type ThroughOutagesDeps } from '@hexawatt/shared/postgres/postgres-unavailable'
import { computeQueueName } from '@hexawatt/shared/queue/queue-names'
import { closeQueue, closeWorker, openQueue, type QueueDeps, startWorker } from '@hexawatt/shared/queue/workers'
import { type PublishChange, pointsChange } from '@hexawatt/shared/snapshot/data-changes'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { runInSpan, type Tracing } from '@hexawatt/shared/telemetry/tracing'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds, tickEveryMs } from '@hexawatt/shared/time/instant'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { Job } from 'bullmq'
import { computePoint, type PointDeps } from '../points/compute-point.ts'
import { readNewestPointAt } from '../points/point-store.ts'
import { findLastTick, isIssueTick } from '../points/point-tick.ts'
import { buildPointJobId, PointJob, pointJobOptions } from './job-definitions.ts'
import { repeatWork } from './repeat-work.ts'

export type PointsDeps = PointDeps &
  ThroughOutagesDeps &
  QueueDeps & {
    metrics: Metrics
    tracing: Tracing | null
    publishChange: PublishChange
  }

/** The data's clock is compared with the newest point this often, ms. */
const usualCheckEveryMs = 5_000
/** Time limit of adding a job to the queue, ms. */
const addTimeoutMs = 2_000
/** Time limit of a computation, ms; the queue retries it half a minute later. */
const computeTimeoutMs = 20_000

/**
 * Computes a point and a forecast at every ten-minute tick: the scheduler of the queue adds the job of each tick. A tick that has no point soon after it is
 * requested once more, which replaces a job that Redis has lost; while Redis is away each program computes the point itself, and the database stores one of
 * them: no tick is lost.
 *
 * @param checkEveryMs tests pass a shorter one
 */
export function startPoints(
  deps: PointsDeps,
  checkEveryMs = usualCheckEveryMs,
): { requestAgain: () => void; stop: () => Promise<void> } {
  const { sql, clock, logger } = deps
  const points = deps.metrics.counter('ingest_score_points_total', 'Computed ten-minute points by outcome', ['outcome'])
  const issues = deps.metrics.counter('ingest_forecast_issues_total', 'Forecasts archived by this program')
  const queue = openQueue<PointJob>(computeQueueName, deps)

  function compute(at: Temporal.Instant): Promise<void> {
    return runInSpan(deps.tracing, { name: 'compute point', kind: 'consumer' }, async (span) => {
      const outcome = await computePoint(deps, at)
      points.inc({ outcome })
      if (outcome === 'stored' && isIssueTick(at)) issues.inc()
      span?.describe({ 'hexawatt.tick': isoSeconds(at), 'hexawatt.outcome': outcome })
      logger.info({ at: isoSeconds(at), outcome, jobId: buildPointJobId(at) }, 'point computed')
      if (outcome === 'stored') await deps.publishChange(pointsChange)
    })
  }

  async function request(at: Temporal.Instant): Promise<void> {
    const job = { v: 1, at: isoSeconds(at) } as const
    try {
      await withTimeout(addTimeoutMs, queue.add('points', job, { ...pointJobOptions, jobId: buildPointJobId(at) }))
    } catch (error) {
      logger.warn({ err: error, at: job.at }, 'point computed without the queue: redis failed')
      await withTimeout(computeTimeoutMs, compute(at))
    }
  }

  const worker = startWorker(deps, {
    queueName: computeQueueName,
    activity: 'computation',
    schema: PointJob,
    work: ({ at }, job) => {
      const tick = at === undefined ? readScheduledTick(job, clock) : Temporal.Instant.from(at)
      return retryThroughOutages(deps, () => withTimeout(computeTimeoutMs, compute(tick)))
    },
  })
  // Without an answer of Postgres the job waits for it, as a scheduled one does.
  const hasPoint = async (tick: Temporal.Instant) => {
    const newest = await readNewestPointAt(sql, clock.now()).catch(() => null)
    return newest !== null && Temporal.Instant.compare(newest, tick) >= 0
  }
  const lateTicks = createLateTicks({ clock, hasPoint, request })
  const checks = repeatWork(logger, { label: 'request a late point', everyMs: checkEveryMs, work: lateTicks.check })
  checks.runNow()
  return {
    /** Requests the last tick again at the next check if it has no point: Redis has lost its jobs. */
    requestAgain: lateTicks.forget,
    async stop(): Promise<void> {
      await Promise.all([checks.stop(), closeWorker(worker, logger), closeQueue(queue, logger)])
    },
  }
}

/** Seconds from a tick to its job: payloads that were fetched up to the tick are stored by then. */
const settleSeconds = 10
/** Seconds from a tick until it counts as late. */
const lateSeconds = 20

/** The first job of a tick from now on, ms since the epoch of real time: the data's clock may be offset. */
export function findNextPointJobMs(clock: Clock): number {
  const now = clock.now()
  const at = findLastTick(now.subtract({ seconds: settleSeconds })).add({
    milliseconds: tickEveryMs,
    seconds: settleSeconds,
  })
  return Date.now() + Math.round(at.since(now).total('milliseconds'))
}

/** The tick that a job of the scheduler was planned for, also when it runs later. */
function readScheduledTick({ timestamp, opts }: Job<unknown>, clock: Clock): Temporal.Instant {
  const lateMs = Date.now() - (timestamp + (opts.delay ?? 0))
  return findLastTick(clock.now().subtract({ milliseconds: lateMs }))
}

type LateTicksDeps = {
  clock: Clock
  /** Whether a tick, or a later one, has its point. */
  hasPoint: (tick: Temporal.Instant) => Promise<boolean>
  /** Requests the point of a tick. */
  request: (tick: Temporal.Instant) => Promise<void>
}

/**
 * Makes the check that requests a tick which has no point some seconds after it. The first check requests the last tick, which a start may have missed; the
 * point repair fills earlier ones. A failed request is repeated at the next check, and so is the last one after `forget`.
 */
export function createLateTicks({ clock, hasPoint, request }: LateTicksDeps) {
  let handled: Temporal.Instant | null = null
  return {
    async check(): Promise<void> {
      const now = clock.now()
      const tick = findLastTick(now)
      if (handled?.equals(tick) || now.since(tick).total('seconds') < lateSeconds) return
      if (!(await hasPoint(tick))) await request(tick)
      handled = tick
    },
    /** Forgets the last request: its job may be lost. */
    forget(): void {
      handled = null
    },
  }
}
