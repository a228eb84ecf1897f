import { buildLimitStateKey, computeLimitTag } from '@hexawatt/shared/redis/keys'
import { runInBackground } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { createExactLimits, type ExactLimitsDeps, findUnrestoredMonth } from './exact/exact-limits.ts'
import { maxBatchSize, type NoReadings } from './exact/limit-batches.ts'
import { type TakeRequest, takeRequestOf } from './exact/limit-request.ts'
import type { LimitMetrics } from './limit-metrics.ts'
import { createKeptRefusals } from './outage/kept-refusals.ts'
import { createLiveGateways } from './outage/live-gateways.ts'
import { createLocalLimits } from './outage/local-limits.ts'
import { createPendingUsage, type PendingMonth } from './outage/pending-usage.ts'
import { chooseTighter, type Limiter, type LimitSubject, listStates, makeQuota, type Quota } from './quota/quota.ts'
import { makeDecision, type Reading, verdicts } from './quota/reading.ts'

/** Longest time the start waits for Redis, ms: the gateway also starts without it. */
const startTimeoutMs = 3_000
/** Pause between two signs of life of this gateway, ms. */
const beatEveryMs = 1_000

export type LimiterDeps = Pick<
  ExactLimitsDeps,
  'target' | 'restoreMonth' | 'monotonicMs' | 'realTimeMs' | 'timeoutMs' | 'maxAddresses' | 'logger'
> & { metrics: LimitMetrics }

export type RunningLimiter = Limiter & {
  /** Resolves when Redis decides, or after a bounded wait. Never rejects. */
  waitUntilReady(): Promise<void>
  /** Never rejects; bounded in time. */
  close(): Promise<void>
}

/**
 * Chooses who decides on a request: Redis (`exact/`), exactly over all gateways, or this process while Redis is away (`outage/`), by its share of the limits.
 * Requests served by this process are added to Redis when it is back, and the counts of Redis are remembered for the next outage.
 */
export function createLimiter(deps: LimiterDeps): RunningLimiter {
  const { monotonicMs, metrics, logger } = deps
  const pending = createPendingUsage(metrics.owed)
  const gateways = createLiveGateways({ monotonicMs, onCount: metrics.gatewaysLive })
  const kept = createKeptRefusals(monotonicMs)
  const local = createLocalLimits({ ...deps, pending, gateways })
  const firstUp = Promise.withResolvers<void>()
  const exact = createExactLimits({
    ...deps,
    gatewayId: gateways.id,
    onGateways: gateways.learn,
    onChange,
    onFailure: metrics.callFailed,
    onRestored: metrics.monthRestored,
  })
  const beating = setInterval(() => {
    reconcileAll()
    exact.reportLife()
  }, beatEveryMs)

  function onChange(isAllUp: boolean): void {
    metrics.setLocal(!isAllUp)
    if (!isAllUp) return
    local.end()
    firstUp.resolve()
    reconcileAll()
  }

  async function take(subject: LimitSubject): Promise<Quota> {
    const request = takeRequestOf(subject)
    const refusal = findKeptRefusal(request)
    if (refusal !== null) return refusal
    if (!exact.isUp(request.tag)) return takeLocally(subject, true)
    // Precedes the decision of Redis: requests that this process admitted without Redis count in the minute.
    if (!pending.isEmpty()) request.keys.forEach(reconcileState)
    let outcome = await exact.take(request)
    const lostMonth = outcome.kind === 'read' ? findUnrestoredMonth(outcome.readings) : null
    if (lostMonth !== null) outcome = await exact.takeRestored(subject, lostMonth)
    if (outcome.kind !== 'read') return takeWithoutReply(subject, outcome)
    const quota = decideByRedis(request, outcome.readings)
    const { shared } = subject
    if (quota.refusedBy !== null || shared === undefined) return quota
    if (outcome.readings.every(({ verdict }) => verdict !== verdicts.tooManyAddresses)) return quota
    metrics.addressShared()
    return { ...(await take(shared)), takenFrom: shared }
  }

  /** The refusal that Redis would give now; null when it must be asked. */
  function findKeptRefusal({ states }: TakeRequest): Quota | null {
    for (const { subject, key } of states) {
      const quota = kept.find(subject, key)
      if (quota === null) continue
      metrics.refusedAsBefore()
      return quota
    }
    return null
  }

  /** The decision of Redis on all states of a request. */
  function decideByRedis({ states }: TakeRequest, readings: readonly Reading[]): Quota {
    let tightest: Quota | null = null
    for (const [i, reading] of readings.entries()) {
      const state = states[i]
      if (state === undefined) break
      const { subject, key } = state
      local.remember(subject, key, reading)
      const quota = makeQuota(subject, makeDecision(subject, reading))
      kept.keep(subject, key, quota, reading)
      tightest = tightest === null ? quota : chooseTighter(tightest, quota)
    }
    if (tightest === null) throw new Error('the limit script did not reply to a request')
    return tightest
  }

  function takeLocally(subject: LimitSubject, isPending: boolean): Quota {
    const quota = local.take(subject, isPending)
    metrics.decidedLocally(quota.refusedBy !== null)
    return quota
  }

  /** Decides when Redis does not reply in time. Redis may have counted the request: it is not pending then. */
  function takeWithoutReply(subject: LimitSubject, outcome: NoReadings): Quota {
    if (outcome.kind === 'unsent') return takeLocally(subject, true)
    const quota = takeLocally(subject, false)
    if (quota.month !== null) runInBackground(logger, 'limits: late reply', settleLate(subject, quota, outcome.late))
    return quota
  }

  /**
   * Corrects the month when a late reply differs from the decision made here. Without any reply the month stays as Redis has it: a request that may have been
   * counted is neither charged nor credited, but forgiven.
   */
  async function settleLate(subject: LimitSubject, quota: Quota, late: Promise<Reading[] | null>): Promise<void> {
    const readings = await late
    const isServed = quota.refusedBy === null
    if (readings === null) return metrics.forgiven(isServed ? 1 : 0)
    const isCounted = readings.every(({ verdict }) => verdict === verdicts.passed)
    const monthIndex = readings[0]?.month.index
    if (isCounted === isServed || monthIndex === undefined) return
    const settle = isCounted ? giveBack : charge
    await Promise.all(listStates(subject).map((state) => settle(state, monthIndex)))
  }

  async function giveBack(subject: LimitSubject, monthIndex: number): Promise<void> {
    const outcome = await exact.change(subject, monthIndex, -1)
    if (outcome.kind === 'read') return
    // If in doubt, refund: a double refund is acceptable, a charge for a free response is not.
    if (outcome.kind === 'unsent' || (await outcome.late) === null) local.giveBack(subject, monthIndex)
  }

  /** Counts one request that was served although Redis refused it. */
  async function charge(owner: LimitSubject, monthIndex: number): Promise<void> {
    pending.add({ owner, monthIndex, change: 1, minuteRequests: 0 })
    if (exact.isUp(computeLimitTag(owner))) reconcileState(buildLimitStateKey(owner))
  }

  /** Adds the pending usage of one state to Redis. It is sent before this function returns, and so before the state's next request. */
  function reconcileState(key: string): void {
    runInBackground(logger, 'limits: reconcile', Promise.all(pending.takeOf(key).map(reconcile)))
  }

  /** Adds all pending usage to Redis, one call after the other. Each piece of usage is taken by exactly one of the concurrent runs. */
  function reconcileAll(): void {
    if (!pending.isEmpty()) runInBackground(logger, 'limits: reconcile', reconcileInTurn(pending.takeAll(exact.isUp)))
  }

  async function reconcileInTurn(months: readonly PendingMonth[]): Promise<void> {
    for (let from = 0; from < months.length; from += maxBatchSize) {
      await Promise.all(months.slice(from, from + maxBatchSize).map(reconcile))
    }
  }

  /** Unsent usage stays pending until the next time. Usage with an unknown effect is dropped: no caller is charged twice. */
  async function reconcile(month: PendingMonth): Promise<void> {
    const { owner, monthIndex, change } = month
    // Requests that were admitted earlier have left the window.
    const minuteRequests = Math.min(month.minuteRequests, local.countAdmittedLately(owner))
    const outcome = await exact.change(owner, monthIndex, change, minuteRequests)
    if (outcome.kind === 'unsent') return pending.add(month)
    const served = Math.max(0, change)
    const readings = outcome.kind === 'read' ? outcome.readings : await outcome.late
    if (readings === null) return metrics.forgiven(served)
    metrics.reconciled(served)
    await exact.restore(owner, readings)
  }

  return {
    take,
    giveBackMonth(subject, { month, takenFrom = subject }) {
      if (month === null) return
      for (const state of listStates(takenFrom)) {
        runInBackground(logger, 'limits: give back', giveBack(state, month.monthIndex))
      }
    },
    waitUntilReady: () => withTimeout(startTimeoutMs, firstUp.promise).catch(() => undefined),
    close(): Promise<void> {
      clearInterval(beating)
      return exact.close()
    },
  }
}
