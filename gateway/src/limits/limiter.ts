import type { RedisTarget } from '@hexawatt/shared/redis/settings'
import { background, type Logger } from '@hexawatt/shared/telemetry/logger'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import {
  createLimitBatches,
  defaultTimeoutMs,
  type LimitOutcome,
  type NoReading,
  probeLimitScript,
} from './exact/limit-batches.ts'
import { createLimitConnection } from './exact/limit-connection.ts'
import {
  changeOperation,
  decisionOf,
  type LimitOperation,
  type Reading,
  stateKey,
  tagOf,
  takeAccountOperation,
  takeOperation,
  verdicts,
} from './exact/limit-operation.ts'
import { createRestoreMonths, type RestoreMonth } from './exact/month-restore.ts'
import type { LimitMetrics } from './limit-metrics.ts'
import { createKeptRefusals } from './outage/kept-refusals.ts'
import { createLiveGateways } from './outage/live-gateways.ts'
import { createLocalLimits } from './outage/local-limits.ts'
import { createPendingUsage } from './outage/pending-usage.ts'
import { type Limiter, type LimitSubject, type Quota, quotaOf, statesOf } from './quota/quota.ts'
import { reconcilePendingUsage, reconcileState } from './reconcile.ts'
import { createTakeAddress } from './take-address.ts'

/** Longest the start waits for Redis, ms: the gateway starts without it too. */
const startTimeoutMs = 3_000
/** Longest the end of this gateway waits for Redis, ms: the others notice its end without this call too. */
const leaveTimeoutMs = 500
/** Pause between two signs of life of this gateway, ms. */
const beatEveryMs = 1_000
/** Tag that the list of living gateways lies under. */
const gatewaysTag = 0
/** A connection without any answer for so many time-outs of a call is dropped. */
const maxSilentTimeouts = 4

export type LimiterDeps = {
  target: RedisTarget
  restoreMonth: RestoreMonth
  monotonicMs: () => number
  realTimeMs: () => number
  /** Longest a call of Redis may take before this process decides, ms; absent = a quarter of a second. */
  timeoutMs?: number | undefined
  /** Client addresses with a state in Redis at most; absent = fifty thousand in each span. */
  maxAddresses?: number | undefined
  metrics: LimitMetrics
  logger: Logger
}

export type RunningLimiter = Limiter & {
  /** Resolves when Redis decides, or after a bounded wait. Never rejects. */
  whenReady(): Promise<void>
  /** Never rejects; bounded in time. */
  close(): Promise<void>
}

/** Decides on requests by one script in Redis, exactly over all gateways; while Redis is down, by a share of the limits in this process. */
export function createLimiter(deps: LimiterDeps): RunningLimiter {
  const { target, monotonicMs, realTimeMs, timeoutMs = defaultTimeoutMs, maxAddresses, metrics, logger } = deps
  const pending = createPendingUsage(metrics.owed)
  const gateways = createLiveGateways({ monotonicMs, onCount: metrics.gatewaysLive })
  const kept = createKeptRefusals(monotonicMs)
  const local = createLocalLimits({ pending, gateways, monotonicMs, realTimeMs })
  const firstUp = Promise.withResolvers<void>()
  const connection = createLimitConnection({
    target,
    probe: (commands, tag) =>
      Promise.all([
        probeLimitScript(commands, realTimeMs(), tag),
        tag === gatewaysTag ? gateways.beat(commands) : null,
      ]),
    maxSilenceMs: maxSilentTimeouts * timeoutMs,
    monotonicMs,
    logger,
    onChange,
  })
  const batches = createLimitBatches({
    connection,
    realTimeMs,
    monotonicMs,
    timeoutMs,
    maxAddresses,
    onFailure: metrics.callFailed,
  })
  const restoreOnce = createRestoreMonths({ ...deps, batches, onRestored: metrics.monthRestored })
  const isUp = (tag: number): boolean => connection.link(tag) !== null
  const reconciling = { isUp, pending, local, batches, restoreOnce, metrics }
  const beating = setInterval(beat, beatEveryMs)

  function onChange(isAllUp: boolean): void {
    metrics.setLocal(!isAllUp)
    if (!isAllUp) return
    local.end()
    firstUp.resolve()
    reconcile()
  }

  function reconcile(): void {
    if (!pending.isEmpty()) background(logger, 'limits: reconcile', reconcilePendingUsage(reconciling))
  }

  /** Counts what this process admitted without Redis before the next request of the state is decided. */
  function reconcileFirst({ key }: LimitOperation): void {
    if (!pending.isEmpty()) background(logger, 'limits: reconcile', reconcileState(key, reconciling))
  }

  /** Also finds a Redis that hangs or refuses while no request comes. */
  function beat(): void {
    reconcile()
    const link = connection.link(gatewaysTag)
    if (link === null) return
    withTimeout(timeoutMs, link.run(gateways.beat)).catch((error: Error) => {
      if (error instanceof TimeoutError) link.late()
      else link.fail(error.message)
    })
  }

  function takeLocally(subject: LimitSubject, isPending: boolean): Quota {
    const quota = local.take(subject, isPending)
    metrics.decidedLocally(quota.refusedBy !== null)
    return quota
  }

  /** Decides without a reply of Redis in time. The states of one request are one call: they share its failure. */
  function takeWithoutReply(subject: LimitSubject, outcomes: readonly NoReading[]): Quota {
    const lates = outcomes.flatMap((outcome) => (outcome.kind === 'unsent' ? [] : [outcome.late]))
    const quota = takeLocally(subject, lates.length === 0)
    if (lates.length > 0 && quota.month !== null) {
      background(logger, 'limits: late reply', settleLate(subject, quota, Promise.all(lates)))
    }
    return quota
  }

  /**
   * Corrects the month when a late reply differs from what was decided here. Without any reply the month stays as Redis has it: a request
   * that may have been counted is neither charged nor credited, but forgiven.
   */
  async function settleLate(
    subject: LimitSubject,
    quota: Quota,
    late: Promise<readonly (Reading | null)[]>,
  ): Promise<void> {
    const readings = await late
    const [reading] = readings
    const isServed = quota.refusedBy === null
    if (reading === undefined || reading === null) return metrics.forgiven(isServed ? 1 : 0)
    const isCounted = readings.every((each) => each?.verdict === verdicts.passed)
    const settle = isCounted ? giveBack : charge
    if (isCounted === isServed) return
    await Promise.all(statesOf(subject).map((state) => settle(state, reading.month.index)))
  }

  /** The refusal that Redis would give now; null when it must be asked. */
  function refusedAsBefore(subject: LimitSubject, key: string): Quota | null {
    const quota = kept.find(subject, key)
    if (quota !== null) metrics.refusedAsBefore()
    return quota
  }

  /** The decision of Redis on one state. */
  function decided(subject: LimitSubject, key: string, reading: Reading): Quota {
    local.remember(subject, key, reading)
    const quota = quotaOf(subject, decisionOf(subject, reading))
    kept.keep(subject, key, quota, reading)
    return quota
  }

  const takeAddress = createTakeAddress({
    refusedAsBefore,
    isUp,
    reconcileFirst,
    run: batches.run,
    decided,
    takeLocally,
    takeWithoutReply,
    onShared: metrics.addressShared,
  })

  async function take(subject: LimitSubject): Promise<Quota> {
    if (subject.kind !== 'account') return takeAddress(subject)
    const operation = takeAccountOperation(subject)
    const { key, tag } = operation
    const refusal = refusedAsBefore(subject, key)
    if (refusal !== null) return refusal
    if (!isUp(tag)) return takeLocally(subject, true)
    reconcileFirst(operation)
    const outcome = await batches.run(operation)
    const isDecided = outcome.kind === 'reading' && outcome.verdict !== verdicts.unrestored
    return isDecided ? decided(subject, key, outcome) : takeUndecided(subject, key, outcome)
  }

  /** Goes on where the first call took nothing: the month must be restored first, or Redis gave no reply in time. */
  async function takeUndecided(subject: LimitSubject, key: string, first: LimitOutcome): Promise<Quota> {
    if (first.kind !== 'reading') return takeWithoutReply(subject, [first])
    // The request waits for the restore, so that a hard cap holds although Redis lost the count.
    await restoreOnce(subject, first.month)
    const outcome = await batches.run(takeOperation(subject, false))
    return outcome.kind === 'reading' ? decided(subject, key, outcome) : takeWithoutReply(subject, [outcome])
  }

  async function giveBack(subject: LimitSubject, monthIndex: number): Promise<void> {
    const operation = changeOperation(subject, monthIndex, -1)
    const outcome = await batches.run(operation)
    if (outcome.kind === 'reading') return
    // Also when no reply ever comes: rather given back twice than charged for a response that is free.
    if (outcome.kind === 'unsent' || (await outcome.late) === null) local.giveBack(subject, monthIndex)
  }

  /** Counts one request that was served although Redis refused it. */
  async function charge(owner: LimitSubject, monthIndex: number): Promise<void> {
    pending.add({ owner, monthIndex, change: 1, minuteRequests: 0 })
    if (isUp(tagOf(owner))) await reconcileState(stateKey(owner), reconciling)
  }

  return {
    take,
    giveBackMonth(subject, { month, takenFrom = subject }) {
      if (month === null) return
      for (const state of statesOf(takenFrom))
        background(logger, 'limits: give back', giveBack(state, month.monthIndex))
    },
    whenReady: () => withTimeout(startTimeoutMs, firstUp.promise).catch(() => undefined),
    async close(): Promise<void> {
      clearInterval(beating)
      const link = connection.link(gatewaysTag)
      if (link !== null) await withTimeout(leaveTimeoutMs, link.run(gateways.leave)).catch(() => undefined)
      connection.close()
    },
  }
}
