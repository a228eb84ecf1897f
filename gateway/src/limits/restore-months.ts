import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withinTime } from '@hexawatt/shared/time/within-time'
import type { StoredMonth } from '../usage/month-count.ts'
import { type CalendarMonth, monthName } from './calendar-month.ts'
import { isReading, type LimitBatches } from './limit-batches.ts'
import type { LimitMetrics } from './limit-metrics.ts'
import { type Counted, restoreOperation } from './limit-operation.ts'

/** Longest the first request of an account waits for its persisted count, ms. */
const restoreTimeoutMs = 2_000
/** Pause after a failure, ms: until then the account is served with what Redis counts. */
const failurePauseMs = 5_000
/** Accounts whose pause is remembered at most. */
const maxPaused = 10_000

/** Restores the account's month unless that has just failed; at once for all who ask meanwhile. Never rejects. */
export type RestoreOnce = (account: Counted, month: CalendarMonth) => Promise<void>

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
