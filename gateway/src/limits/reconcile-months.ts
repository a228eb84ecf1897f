import { isReading, type LimitBatches, maxBatchSize } from './limit-batches.ts'
import type { LimitMetrics } from './limit-metrics.ts'
import { changeOperation, verdicts } from './limit-operation.ts'
import type { OwedMonth, OwedMonths } from './owed-months.ts'
import type { RestoreOnce } from './restore-months.ts'

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
