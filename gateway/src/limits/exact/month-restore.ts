import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { RestoredMonth } from '@hexawatt/shared/redis/limit-state'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { formatMonth } from '@hexawatt/shared/usage/month-count'
import type { CalendarMonth, Counted } from '../quota/quota.ts'
import type { LimitBatches } from './limit-batches.ts'
import { restoreRequest } from './limit-request.ts'

/** Longest time the first request of an account waits for its stored count, ms. */
const restoreTimeoutMs = 2_000
/** Pause after a failure, ms: meanwhile the account is served by the count in Redis. */
const failurePauseMs = 5_000
/** Accounts with a pause at most. */
const maxPaused = 10_000

/** Restores the account's month unless that has just failed; concurrent requests share one restore. Never rejects. */
export type RestoreOnce = (account: Counted, month: CalendarMonth) => Promise<void>

/** Stored counts of an account's month, `YYYY-MM`; 0 when nothing is stored. */
export type RestoreMonth = (accountId: string, month: string) => Promise<RestoredMonth>

export type RestoreMonthsDeps = {
  batches: LimitBatches
  restoreMonth: RestoreMonth
  monotonicMs: () => number
  /** Called after each attempt. */
  onRestored: (isRestored: boolean) => void
  logger: Logger
}

/**
 * Restores a month's count that Redis has lost from Postgres: once, even when several gateways do it at the same time, because the script marks the state as
 * restored.
 */
export function createRestoreMonths({
  batches,
  restoreMonth,
  monotonicMs,
  onRestored,
  logger,
}: RestoreMonthsDeps): RestoreOnce {
  const inFlight = new Map<string, Promise<void>>()
  const pausedUntilMs = createBoundedMap<number>(maxPaused)

  async function restore(account: Counted, { index }: CalendarMonth): Promise<void> {
    try {
      const stored = await withTimeout(restoreTimeoutMs, restoreMonth(account.id, formatMonth(index)))
      const outcome = await batches.run(restoreRequest(account, index, stored))
      onRestored(outcome.kind === 'read')
    } catch (error) {
      pausedUntilMs.set(account.id, monotonicMs() + failurePauseMs)
      onRestored(false)
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
