import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withinTime } from '@hexawatt/shared/time/within-time'
import type { StoredMonth } from '../usage/month-count.ts'
import { isReading, type LimitBatches, maxBatchSize } from './limit-batches.ts'
import type { LimitMetrics } from './limit-metrics.ts'
import { type Counted, changeOperation, restoreOperation, verdicts } from './limit-operation.ts'
import { type CalendarMonth, monthName } from './quota.ts'

/** Months that can be owed at most; what comes on top is given to the customer. Client addresses leave half of them to accounts. */
const maxOwed = 100_000
const maxOwedOfAddresses = maxOwed / 2

/** What Redis was not told yet: requests of a month, below 0 when more were given back than taken. */
type OwedMonth = { owner: Counted; monthIndex: number; change: number }

/** Collects what Redis has to be told when it is back. */
export function createOwedMonths() {
  const owed = new Map<string, OwedMonth>()
  return {
    /** What is served under other terms is owed apart: another plan may price it. */
    add({ owner: { kind, id, month }, monthIndex, change }: OwedMonth): void {
      const owner = { kind, id, month }
      const { key, terms } = changeOperation(owner, monthIndex, change)
      const name = `${monthIndex}:${terms}:${key}`
      const earlier = owed.get(name)
      if (earlier !== undefined) earlier.change += change
      else if (owed.size < (kind === 'account' ? maxOwed : maxOwedOfAddresses))
        owed.set(name, { owner, monthIndex, change })
    },
    /** Everything that is owed; it is forgotten here. */
    takeAll(): OwedMonth[] {
      const all = [...owed.values()].filter(({ change }) => change !== 0)
      owed.clear()
      return all
    },
  }
}
export type OwedMonths = ReturnType<typeof createOwedMonths>

export type ReconcileDeps = {
  owed: OwedMonths
  batches: LimitBatches
  restoreOnce: RestoreOnce
  metrics: LimitMetrics
}

/**
 * Tells Redis what was served without it, one call after the other. What certainly did not arrive stays owed until the next time; where
 * the answer never comes, the customer is not charged again.
 */
export async function reconcileMonths(deps: ReconcileDeps): Promise<void> {
  const all = deps.owed.takeAll()
  for (let from = 0; from < all.length; from += maxBatchSize) {
    await Promise.all(all.slice(from, from + maxBatchSize).map((month) => tell(month, deps)))
  }
}

async function tell(month: OwedMonth, { owed, batches, restoreOnce, metrics }: ReconcileDeps): Promise<void> {
  const outcome = await batches.run(changeOperation(month.owner, month.monthIndex, month.change))
  if (outcome === 'unsent') return owed.add(month)
  const served = Math.max(0, month.change)
  const reading = isReading(outcome) ? outcome : await outcome.late
  if (reading === null) return metrics.forgiven(served)
  metrics.reconciled(served)
  // The account may not come back for it: without its persisted part the count would never be flushed.
  if (reading.verdict === verdicts.unrestored) await restoreOnce(month.owner, reading.month)
}

/** Longest the first request of an account waits for its persisted count, ms. */
const restoreTimeoutMs = 2_000
/** Pause after a failure, ms: until then the account is served with what Redis counts. */
const failurePauseMs = 5_000
/** Accounts whose pause is remembered at most. */
const maxPaused = 10_000

/** Restores the account's month unless that has just failed; at once for all who ask meanwhile. Never rejects. */
type RestoreOnce = (account: Counted, month: CalendarMonth) => Promise<void>

/** What was persisted of an account's month, `YYYY-MM`; counts of 0 when nothing was. */
export type RestoreMonth = (accountId: string, month: string) => Promise<StoredMonth>

export type RestoreMonthsDeps = {
  batches: LimitBatches
  restoreMonth: RestoreMonth
  monotonicMs: () => number
  metrics: LimitMetrics
  logger: Logger
}

/**
 * Brings the count of a month that Redis has lost back from where it was persisted: once, whatever number of gateways do it at the same
 * time, since the script notes it in the state.
 */
export function createRestoreMonths({
  batches,
  restoreMonth,
  monotonicMs,
  metrics,
  logger,
}: RestoreMonthsDeps): RestoreOnce {
  const underWay = new Map<string, Promise<void>>()
  const pausedUntilMs = createBoundedMap<number>(maxPaused)

  async function restore(account: Counted, { index }: CalendarMonth): Promise<void> {
    try {
      const stored = await withinTime(restoreTimeoutMs, restoreMonth(account.id, monthName(index)))
      const outcome = await batches.run(restoreOperation(account, index, stored))
      metrics.monthRestored(isReading(outcome))
    } catch (error) {
      pausedUntilMs.set(account.id, monotonicMs() + failurePauseMs)
      metrics.monthRestored(false)
      logger.warn({ err: error, accountId: account.id }, 'limits: the count of the month could not be restored yet')
    }
  }

  return async function restoreOnce(account, month) {
    if ((pausedUntilMs.get(account.id) ?? 0) > monotonicMs()) return
    const running = underWay.get(account.id)
    if (running !== undefined) return running
    const started = restore(account, month).finally(() => underWay.delete(account.id))
    underWay.set(account.id, started)
    return started
  }
}
