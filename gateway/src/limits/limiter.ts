import { background } from '@hexawatt/shared/telemetry/background'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { withinTime } from '@hexawatt/shared/time/within-time'
import { createLimitBatches, isReading, type Unanswered } from './limit-batches.ts'
import { createLimitConnection } from './limit-connection.ts'
import { createLimitMetrics } from './limit-metrics.ts'
import {
  changeOperation,
  type Reading,
  takeAccountOperation,
  takeAddressOperations,
  takeOperation,
  verdicts,
} from './limit-operation.ts'
import { createLocalLimits } from './local-limits.ts'
import { createOwedMonths, createRestoreMonths, type RestoreMonth, reconcileMonths } from './month-sync.ts'
import { type Limiter, type LimitSubject, type Quota, quotaOf, statesOf, tightest } from './quota.ts'

/** Longest the start waits for Redis, ms: a gateway without it starts all the same. */
const startTimeoutMs = 3_000

export type LimiterDeps = {
  redisUrl: string
  restoreMonth: RestoreMonth
  monotonicMs: () => number
  realTimeMs: () => number
  /** Longest a call of Redis may take until it is decided here, ms; a quarter of a second when absent. */
  timeoutMs?: number | undefined
  /** Client addresses that have a state in Redis at most; fifty thousand in each span when absent. */
  maxAddresses?: number | undefined
  metrics: Metrics
  logger: Logger
}

/** Decides on requests by one script in Redis, exactly over all gateways; while Redis is away, by lower limits of this process. */
export function createLimiter(deps: LimiterDeps): Limiter & {
  /** Resolves when Redis decides, or after a while without it. Never rejects. */
  whenReady(): Promise<void>
  close(): void
} {
  const { redisUrl, monotonicMs, realTimeMs, timeoutMs, maxAddresses, logger } = deps
  const metrics = createLimitMetrics(deps.metrics)
  const owed = createOwedMonths()
  const local = createLocalLimits({ owed, monotonicMs, realTimeMs })
  const firstUp = Promise.withResolvers<void>()
  const connection = createLimitConnection({ redisUrl, logger, onChange })
  const batches = createLimitBatches({
    connection,
    realTimeMs,
    timeoutMs,
    maxAddresses,
    onFailure: metrics.callFailed,
  })
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

  /** Decides in the place of a Redis that did not answer in time. The states of one request are one call: they share its failure. */
  function takeUnanswered(subject: LimitSubject, outcomes: readonly Unanswered[]): Quota {
    const lates = outcomes.flatMap((outcome) => (outcome === 'unsent' ? [] : [outcome.late]))
    const quota = takeLocally(subject, lates.length === 0)
    if (lates.length > 0 && quota.month !== null) {
      background(logger, 'limits: late answer', settleLate(subject, quota, Promise.all(lates)))
    }
    return quota
  }

  /**
   * Brings the month in line with what was decided here, when Redis says late what it decided. When it never says it, the month stays as
   * Redis has it: nobody is charged for what may have been counted, nor credited for what may not.
   */
  async function settleLate(
    subject: LimitSubject,
    quota: Quota,
    late: Promise<readonly (Reading | null)[]>,
  ): Promise<void> {
    const readings = await late
    const [reading] = readings
    if (reading === undefined || reading === null) return
    const isCounted = readings.every((each) => each?.verdict === verdicts.passed)
    const isServed = quota.refusedBy === null
    const settle = isCounted ? giveBack : charge
    if (isCounted === isServed) return
    await Promise.all(statesOf(subject).map((state) => settle(state, reading.month.index)))
  }

  async function take(subject: LimitSubject): Promise<Quota> {
    if (connection.link() === null) return takeLocally(subject, true)
    if (subject.kind !== 'account') return takeAddress(subject)
    const operation = takeAccountOperation(subject)
    let outcome = await batches.run(operation)
    if (isReading(outcome) && outcome.verdict === verdicts.unrestored) {
      // Nothing was taken: the request waits, so that a hard cap holds although Redis has lost the count.
      await restoreOnce(subject, outcome.month)
      outcome = await batches.run(takeOperation(subject, false))
    }
    if (!isReading(outcome)) return takeUnanswered(subject, [outcome])
    if (subject.month !== null) local.remember(subject.kind, operation.key, outcome)
    return quotaOf(subject, decisionOf(subject, outcome))
  }

  /** Takes from a client's address and the blocks around it, or from the state that it shares with others when there is no room. */
  async function takeAddress(subject: LimitSubject): Promise<Quota> {
    const operations = takeAddressOperations(subject)
    const outcomes = await Promise.all(operations.map(batches.run))
    const readings = outcomes.filter(isReading)
    const quotas = statesOf(subject).flatMap((state, i) => {
      const [reading, operation] = [readings[i], operations[i]]
      if (reading === undefined || operation === undefined) return []
      if (state.month !== null) local.remember(state.kind, operation.key, reading)
      return [quotaOf(state, decisionOf(state, reading))]
    })
    const [first, ...others] = quotas
    if (first === undefined || readings.length < operations.length) {
      return takeUnanswered(
        subject,
        outcomes.flatMap((outcome) => (isReading(outcome) ? [] : [outcome])),
      )
    }
    const quota = tightest([first, ...others])
    const { shared } = subject
    if (quota.refusedBy !== null || shared === undefined) return quota
    if (readings.every(({ verdict }) => verdict !== verdicts.noRoom)) return quota
    metrics.addressShared()
    return { ...(await takeAddress(shared)), takenFrom: shared }
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
    giveBackMonth(subject, { month, takenFrom = subject }) {
      if (month === null) return
      for (const state of statesOf(takenFrom))
        background(logger, 'limits: give back', giveBack(state, month.monthIndex))
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
