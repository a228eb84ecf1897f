import { withinTime } from '@hexawatt/shared/time/within-time'
import { readCarbonRows } from './carbon-rows.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { refreshCarbon } from './refresh-carbon.ts'
import type { RefreshDeps } from './refresh-deps.ts'
import { refreshGridStatus } from './refresh-grid-status.ts'
import { refreshScore } from './refresh-score.ts'
import { refreshStatus } from './refresh-status.ts'
import { refreshTariff } from './refresh-tariff.ts'

/**
 * Makes the refresh of every live snapshot. Each is never computed twice at once, and each is written whatever becomes of the
 * others.
 *
 * @param timeoutMs longest each may take
 * @returns a function that throws the first failure, when all have ended
 */
export function createLiveRefresh(deps: RefreshDeps, timeoutMs: number): () => Promise<void> {
  const refreshes = [refreshCarbonAndScore, refreshStatus, refreshGridStatus, refreshTariff].map((refresh) =>
    oneAtATime(() => withinTime(timeoutMs, refresh(deps))),
  )
  return () => allToTheEnd(refreshes.map((refresh) => refresh()))
}

/** The rows of the carbon intensity, by far the most, are read once for both. */
async function refreshCarbonAndScore(deps: RefreshDeps): Promise<void> {
  const now = deps.clock.now()
  const rows = readCarbonRows(deps.sql, now)
  await allToTheEnd([refreshCarbon(deps, rows, now), refreshScore(deps, rows, now)])
}

async function allToTheEnd(promises: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(promises)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
