import { type LimitBatches, maxBatchSize } from './exact/limit-batches.ts'
import { type Counted, changeOperation, verdicts } from './exact/limit-operation.ts'
import type { RestoreOnce } from './exact/month-restore.ts'
import type { LimitMetrics } from './limit-metrics.ts'
import type { PendingMonth, PendingUsage } from './outage/pending-usage.ts'

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
