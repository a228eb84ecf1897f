import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { RestoredMonth } from '@hexawatt/shared/redis/limit-state'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { monthName } from '@hexawatt/shared/usage/month-count'
import { type LimitBatches, maxBatchSize } from './limit-batches.ts'
import type { LimitMetrics } from './limit-metrics.ts'
import { type Counted, changeOperation, restoreOperation, tagOf, verdicts } from './limit-operation.ts'
import type { CalendarMonth } from './quota.ts'

/** Pending months at most; requests beyond are not charged. Client addresses may use half of them. */
const maxPending = 100_000
const maxPendingOfAddresses = maxPending / 2

/** Requests that Redis has not counted yet: of a month, below 0 when more were given back than taken, and of the minute. */
type PendingMonth = { owner: Counted; monthIndex: number; change: number; minuteRequests: number }

/**
 * Collects the usage that Redis must count when it is back.
 *
 * @param onChange called with the number of pending requests
 */
export function createPendingUsage(onChange: (requests: number) => void) {
  const pending = new Map<string, PendingMonth[]>()
  let size = 0
  let requests = 0

  function taken(key: string, months: readonly PendingMonth[]): PendingMonth[] {
    pending.delete(key)
    size -= months.length
    requests -= months.reduce((sum, { change }) => sum + change, 0)
    onChange(requests)
    return months.filter(({ change, minuteRequests }) => change !== 0 || minuteRequests > 0)
  }

  return {
    /** Usage under other terms is collected apart: another plan may price it. */
    add({ owner: { kind, id, placedBy, month }, monthIndex, change, minuteRequests }: PendingMonth): void {
      const owner = { kind, id, placedBy, month }
      const { key, terms } = changeOperation(owner, monthIndex, change)
      const months = pending.getOrInsertComputed(key, () => [])
      const earlier = months.find(
        (each) => each.monthIndex === monthIndex && changeOperation(each.owner, monthIndex, change).terms === terms,
      )
      if (earlier === undefined) {
        if (size >= (kind === 'account' ? maxPending : maxPendingOfAddresses)) return
        months.push({ owner, monthIndex, change, minuteRequests })
        size += 1
      } else {
        earlier.change += change
        earlier.minuteRequests += minuteRequests
      }
      requests += change
      onChange(requests)
    },
    isEmpty: (): boolean => pending.size === 0,
    /** Removes and returns what is pending of one state. */
    takeOf: (key: string): PendingMonth[] => taken(key, pending.get(key) ?? []),
    /** Removes and returns what is pending of the states that can be reached. */
    takeAll: (isUp: (tag: number) => boolean = () => true): PendingMonth[] =>
      [...pending].flatMap(([key, months]) =>
        months.some(({ owner }) => isUp(tagOf(owner))) ? taken(key, months) : [],
      ),
  }
}
export type PendingUsage = ReturnType<typeof createPendingUsage>

export type ReconcileDeps = {
  /** Whether the keys of a tag can be reached. */
  isUp: (tag: number) => boolean
  pending: PendingUsage
  local: { admittedLately(owner: Counted): number }
  batches: LimitBatches
  restoreOnce: RestoreOnce
  metrics: LimitMetrics
}

/** Adds pending usage to Redis, one call after the other. Concurrent calls share nothing: each piece is taken by one of them. */
export async function reconcilePendingUsage(deps: ReconcileDeps): Promise<void> {
  const all = deps.pending.takeAll(deps.isUp)
  for (let from = 0; from < all.length; from += maxBatchSize) {
    await Promise.all(all.slice(from, from + maxBatchSize).map((month) => reconcile(month, deps)))
  }
}

/**
 * Adds what is pending of one state. Its operations are queued before this returns: the state's next request is decided after them, so that
 * what this process admitted without Redis counts in the minute.
 */
export async function reconcileState(key: string, deps: ReconcileDeps): Promise<void> {
  await Promise.all(deps.pending.takeOf(key).map((month) => reconcile(month, deps)))
}

/** Unsent usage stays pending until the next time; usage of which the effect stays unknown is dropped: no caller is charged twice. */
async function reconcile(
  month: PendingMonth,
  { pending, local, batches, restoreOnce, metrics }: ReconcileDeps,
): Promise<void> {
  const { owner, monthIndex, change } = month
  // What was admitted earlier has left the window.
  const minuteRequests = Math.min(month.minuteRequests, local.admittedLately(owner))
  const outcome = await batches.run(changeOperation(owner, monthIndex, change, minuteRequests))
  if (outcome.kind === 'unsent') return pending.add(month)
  const served = Math.max(0, change)
  const reading = outcome.kind === 'reading' ? outcome : await outcome.late
  if (reading === null) return metrics.forgiven(served)
  metrics.reconciled(served)
  // Without its stored part the count would never be flushed, and the account may not send another request.
  if (reading.verdict === verdicts.unrestored) await restoreOnce(owner, reading.month)
}

/** Longest the first request of an account waits for its stored count, ms. */
const restoreTimeoutMs = 2_000
/** Pause after a failure, ms: meanwhile the account is served by the count in Redis. */
const failurePauseMs = 5_000
/** Accounts with a pause at most. */
const maxPaused = 10_000

/** Restores the account's month unless that has just failed; concurrent requests share one restore. Never rejects. */
type RestoreOnce = (account: Counted, month: CalendarMonth) => Promise<void>

/** Stored counts of an account's month, `YYYY-MM`; 0 when nothing is stored. */
export type RestoreMonth = (accountId: string, month: string) => Promise<RestoredMonth>

export type RestoreMonthsDeps = {
  batches: LimitBatches
  restoreMonth: RestoreMonth
  monotonicMs: () => number
  metrics: LimitMetrics
  logger: Logger
}

/**
 * Restores the count of a month that Redis has lost from Postgres: once, even when several gateways do it at the same time, since the script
 * marks the state as restored.
 */
export function createRestoreMonths({
  batches,
  restoreMonth,
  monotonicMs,
  metrics,
  logger,
}: RestoreMonthsDeps): RestoreOnce {
  const inFlight = new Map<string, Promise<void>>()
  const pausedUntilMs = createBoundedMap<number>(maxPaused)

  async function restore(account: Counted, { index }: CalendarMonth): Promise<void> {
    try {
      const stored = await withTimeout(restoreTimeoutMs, restoreMonth(account.id, monthName(index)))
      const outcome = await batches.run(restoreOperation(account, index, stored))
      metrics.monthRestored(outcome.kind === 'reading')
    } catch (error) {
      pausedUntilMs.set(account.id, monotonicMs() + failurePauseMs)
      metrics.monthRestored(false)
      logger.warn({ err: error, accountId: account.id }, 'limits: the count of the month could not be restored yet')
    }
  }

  return async function restoreOnce(account, month) {
    if ((pausedUntilMs.get(account.id) ?? 0) > monotonicMs()) return
    const running = inFlight.get(account.id)
    if (running !== undefined) return running
    const started = restore(account, month).finally(() => inFlight.delete(account.id))
    inFlight.set(account.id, started)
    return started
  }
}
