import { isPostgresUnavailable } from '@hexawatt/shared/postgres/postgres-unavailable'
import { alertQueueName } from '@hexawatt/shared/queue/queue-names'
import { closeQueue, closeWorker, openQueue, type QueueDeps, startWorker } from '@hexawatt/shared/queue/workers'
import { scoreSnapshot, tariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { AlertJob, alertJobOptions } from '../jobs/job-definitions.ts'
import { type Repetition, repeatWork } from '../jobs/repeat-work.ts'
import { createDeliver, type DeliveryDeps } from './deliver.ts'
import {
  type PendingTotals,
  readDueSubscriptions,
  readPendingTotals,
  readSubscriptionCounts,
  readUnreportedDisabled,
  recordDisabledReported,
} from './delivery-queue-store.ts'
import { type EvaluationDeps, evaluateAlerts } from './evaluate-alerts.ts'
import { createReceiverLoad } from './receiver-load.ts'

export type AlertsDeps = EvaluationDeps &
  Omit<DeliveryDeps, 'load' | 'onAttempt'> &
  QueueDeps & {
    metrics: Metrics
  }

/** Every minute conditions are compared, and due subscriptions are put into the queue again. */
const sweepEveryMs = minuteMs
/** Subscriptions that are sent for at the same time by one program; each attempt waits for a receiver. */
const concurrency = 32
/** Jobs that one call adds. */
const addedAtOnce = 1_000
/** Time limit of adding them, ms. */
const addTimeoutMs = 5_000
/** Members that one sweep tells of disabled subscriptions. */
const toldAtOnce = 20
/** How long a dead worker's job keeps its id taken, ms, once or twice over; the claim in Postgres lasts longer. */
const usualJobLockMs = 10_000
/** Snapshots after which conditions are compared at once. */
const comparedSnapshots: readonly string[] = [scoreSnapshot.name, tariffSnapshot.name]

/**
 * Starts alerts: conditions are compared after each new snapshot and every minute, and messages are sent by a worker. Postgres is the truth: a job only
 * says which subscription to look at, and every minute those with something due get one again, so that an emptied Redis or a killed worker loses nothing.
 *
 * @param jobLockMs tests pass a shorter one
 */
export function startAlerts(
  deps: AlertsDeps,
  jobLockMs = usualJobLockMs,
): { noticeChange: (name: string) => void; stop: () => Promise<void> } {
  const { sql, realClock, logger, metrics, stopping } = deps
  const attempts = metrics.counter('ingest_alert_attempts_total', 'Attempts to deliver an alert by outcome', [
    'outcome',
  ])
  const messages = metrics.counter('ingest_alert_messages_total', 'Alerts that fired')
  addAlertGauges(deps)
  const queue = openQueue<AlertJob>(alertQueueName, deps)
  const deliverDue = createDeliver({
    ...deps,
    load: createReceiverLoad(() => performance.now()),
    onAttempt: (outcome) => attempts.inc({ outcome }),
  })

  async function wake(subscriptionIds: readonly string[]): Promise<void> {
    for (let from = 0; from < subscriptionIds.length; from += addedAtOnce) {
      const jobs = subscriptionIds.slice(from, from + addedAtOnce).map((subscriptionId) => ({
        name: 'deliver',
        data: { v: 1, subscriptionId } as const,
        opts: { ...alertJobOptions, jobId: subscriptionId },
      }))
      await withTimeout(addTimeoutMs, queue.addBulk(jobs))
    }
  }

  async function reportDisabled(): Promise<void> {
    if (deps.mail === null) return
    for (const subscription of await readUnreportedDisabled(sql, realClock.now(), toldAtOnce)) {
      const { kind } = await deps.mail.sendDisabled(subscription)
      if (kind === 'delivered') await recordDisabledReported(sql, subscription.id, realClock.now())
    }
  }

  /** Repeats work every minute; while Postgres is away the next minute does it again. */
  function repeatEveryMinute(label: string, work: () => Promise<void>): Repetition {
    async function runUnlessStopping(): Promise<void> {
      if (stopping.aborted) return
      try {
        await work()
      } catch (error) {
        if (!isPostgresUnavailable(error)) throw error
        logger.warn({ err: error, label }, 'alerts are postponed: postgres does not answer')
      }
    }
    return repeatWork(logger, { label, everyMs: sweepEveryMs, work: runUnlessStopping })
  }
  const comparison = repeatEveryMinute('compare alerts', async () => {
    const fired = await evaluateAlerts(deps)
    messages.inc(fired.length)
    await wake(fired)
  })
  const sweep = repeatEveryMinute('sweep alerts', async () => {
    await wake(await readDueSubscriptions(sql, realClock.now()))
    await reportDisabled()
  })

  const worker = startWorker(deps, {
    queueName: alertQueueName,
    activity: 'alert delivery',
    schema: AlertJob,
    async work({ subscriptionId }) {
      const delivered = await deliverDue(subscriptionId)
      if (delivered) logger.info({ subscriptionId, delivered }, 'alerts delivered')
    },
    options: { concurrency, lockDuration: jobLockMs, stalledInterval: jobLockMs },
  })

  comparison.runNow()
  sweep.runNow()
  return {
    /** Compares conditions at once when a snapshot that they rest on is new. */
    noticeChange(name) {
      if (comparedSnapshots.includes(name)) comparison.runNow()
    },
    async stop(): Promise<void> {
      // A running evaluation needs the stores that are closed next; it may take as long as a job.
      await Promise.all([comparison.stop(), sweep.stop()])
      await Promise.all([closeWorker(worker, logger), closeQueue(queue, logger)])
    },
  }
}

function addAlertGauges({ sql, realClock, metrics }: AlertsDeps): void {
  addReadGauges(metrics, {
    labelNames: ['state'],
    labels: ({ state }) => ({ state }),
    read: () => readSubscriptionCounts(sql),
    gauges: [
      { name: 'ingest_alert_subscriptions', help: 'Subscriptions to alerts by state', value: ({ count }) => count },
    ],
  })
  addReadGauges(metrics, {
    labelNames: [],
    labels: () => ({}),
    read: () => readPendingTotals(sql),
    gauges: [
      {
        name: 'ingest_alert_pending_deliveries',
        help: 'Alerts that wait to be delivered',
        value: ({ pending }: PendingTotals) => pending,
      },
      {
        name: 'ingest_alert_oldest_pending_age_seconds',
        help: 'Age of the oldest alert that waits to be delivered; 0 when none waits',
        value: ({ oldestPendingAt }) =>
          oldestPendingAt === null ? 0 : realClock.now().since(oldestPendingAt).total('seconds'),
      },
    ],
  })
}
