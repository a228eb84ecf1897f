import { background } from '@hexawatt/shared/telemetry/background'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { withinTime } from '@hexawatt/shared/time/within-time'
import { createLimitBatches, isReading, type Unanswered } from './limit-batches.ts'
import { createLimitConnection } from './limit-connection.ts'
import { createLimitMetrics } from './limit-metrics.ts'
import { changeOperation, type Reading, takeOperation, verdicts } from './limit-operation.ts'
import { createLocalLimits } from './local-limits.ts'
import { createOwedMonths } from './owed-months.ts'
import type { Limiter, LimitSubject, Quota } from './quota.ts'
import { quotaOf } from './quota-of.ts'
import { reconcileMonths } from './reconcile-months.ts'
import { createRestoreMonths, type RestoreMonth } from './restore-months.ts'

/** Longest the start waits for Redis, ms: a gateway without it starts all the same. */
const startTimeoutMs = 3_000

export type LimiterDeps = {
  redisUrl: string
  restoreMonth: RestoreMonth
  monotonicMs: () => number
  realTimeMs: () => number
  /** Longest a call of Redis may take until it is decided here, ms; a quarter of a second when absent. */
  timeoutMs?: number | undefined
  metrics: Metrics
  logger: Logger
}

/** Decides on requests by one script in Redis, exactly over all gateways; while Redis is away, by lower limits of this process. */
export function createLimiter(deps: LimiterDeps): Limiter & {
  /** Resolves when Redis decides, or after a while without it. Never rejects. */
  whenReady(): Promise<void>
  close(): void
} {
  const { redisUrl, monotonicMs, realTimeMs, timeoutMs, logger } = deps
  const metrics = createLimitMetrics(deps.metrics)
  const owed = createOwedMonths()
  const local = createLocalLimits({ owed, monotonicMs, realTimeMs })
  const firstUp = Promise.withResolvers<void>()
  const connection = createLimitConnection({ redisUrl, logger, onChange })
  const batches = createLimitBatches({ connection, realTimeMs, timeoutMs, onFailure: metrics.callFailed })
  const restoreOnce = createRestoreMonths({ ...deps, batches, metrics })

  function onChange(isUp: boolean): void {
    metrics.setLocal(!isUp)
    if (!isUp) return
    local.end()
    firstUp.resolve()
    background(logger, 'limits: reconcile', reconcileMonths({ owed, batches, restoreOnce, metrics }))
  }

  function takeLocally(subject: LimitSubject, isOwed: boolean): Quota {
    const quota = local.take(subject, isOwed)
    metrics.decidedLocally(quota.refusedBy !== null)
    return quota
  }

  /** Decides in the place of a Redis that did not answer in time. */
  function takeUnanswered(subject: LimitSubject, outcome: Unanswered): Quota {
    if (outcome === 'unsent') return takeLocally(subject, true)
    const quota = takeLocally(subject, false)
    if (quota.month !== null) background(logger, 'limits: late answer', settleLate(subject, quota, outcome.late))
    return quota
  }

  /**
   * Brings the month in line with what was decided here, when Redis says late what it decided. When it never says it, the month stays as
   * Redis has it: nobody is charged for what may have been counted, nor credited for what may not.
   */
  async function settleLate(subject: LimitSubject, quota: Quota, late: Promise<Reading | null>): Promise<void> {
    const reading = await late
    if (reading === null) return
    const isCounted = reading.verdict === verdicts.passed
    const isServed = quota.refusedBy === null
    if (isCounted && !isServed) await giveBack(subject, reading.month.index)
    if (!isCounted && isServed) await charge(subject, reading.month.index)
  }

  async function take(subject: LimitSubject): Promise<Quota> {
    if (connection.link() === null) return takeLocally(subject, true)
    const operation = takeOperation(subject)
    let outcome = await batches.run(operation)
    if (isReading(outcome) && outcome.verdict === verdicts.unrestored) {
      // Nothing was taken: the request waits, so that a hard cap holds although Redis has lost the count.
      await restoreOnce(subject, outcome.month)
      outcome = await batches.run(takeOperation(subject, false))
    }
    if (!isReading(outcome)) return takeUnanswered(subject, outcome)
    if (subject.month !== null) local.remember(operation.key, outcome)
    return quotaOf(subject, decisionOf(subject, outcome))
  }

  async function giveBack(subject: LimitSubject, monthIndex: number): Promise<void> {
    const outcome = await batches.run(changeOperation(subject, monthIndex, -1))
    if (isReading(outcome)) return
    // Also when no answer ever comes: rather twice than charged for an answer that was none.
    if (outcome === 'unsent' || (await outcome.late) === null) local.giveBack(subject, monthIndex)
  }

  /** Counts one request that was served and that Redis refused. */
  async function charge(subject: LimitSubject, monthIndex: number): Promise<void> {
    const outcome = await batches.run(changeOperation(subject, monthIndex, 1))
    if (outcome === 'unsent') local.owe({ owner: subject, monthIndex, change: 1 })
  }

  return {
    take,
    giveBackMonth(subject, { month }) {
      if (month !== null) background(logger, 'limits: give back', giveBack(subject, month.monthIndex))
    },
    whenReady: () => withinTime(startTimeoutMs, firstUp.promise).catch(() => undefined),
    close: connection.close,
  }
}

function decisionOf({ requestsPerMinute }: LimitSubject, reading: Reading) {
  const { verdict, freeSeconds, minuteRequests, monthRequests, month, monthLeftSeconds } = reading
  return {
    refusedBy: verdict === verdicts.byMinute ? 'minute' : verdict === verdicts.byMonth ? 'month' : null,
    minuteRemaining: requestsPerMinute - minuteRequests,
    freeSeconds,
    monthRequests,
    monthIndex: month.index,
    monthLeftSeconds,
    isLocal: false,
  } as const
}
