import { rerunAfterCurrent } from '@hexawatt/shared/bounds/single-flight'
import { readCarbonRows } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { createConsumptionRefresh } from '../consumption/refresh-consumption.ts'
import { createCachedRowsSource, type LiveSource } from '../inputs/cached-rows-source.ts'
import { createContractsRefresh } from '../references/refresh-contracts.ts'
import { refreshRegions } from '../regions/refresh-regions.ts'
import { refreshCarbon, refreshMix } from './refresh-carbon.ts'
import { refreshDashboard } from './refresh-dashboard.ts'
import type { RefreshDeps } from './refresh-deps.ts'
import { refreshGridStatus } from './refresh-grid-status.ts'
import { createPlanPastRefresh } from './refresh-plan-past.ts'
import { refreshScore } from './refresh-score.ts'
import { createStatusRefresh } from './refresh-status.ts'
import { refreshTariff } from './refresh-tariff.ts'
import { createTariffOutlookRefresh } from './refresh-tariff-outlook.ts'

/**
 * Makes the refresh of every live snapshot. No snapshot is computed twice at once, and a failure of one does not stop the others. The
 * dashboard, which is made of the others, comes last.
 *
 * @param timeoutMs time limit of each
 * @returns a function that throws the first failure, after all have ended
 */
export function createLiveRefresh(deps: RefreshDeps, timeoutMs: number): () => Promise<void> {
  const once = (refresh: (deps: RefreshDeps) => Promise<void>) =>
    rerunAfterCurrent(() => withTimeout(timeoutMs, refresh(deps)))
  const sourceAt = createCachedRowsSource(deps.sql)
  const refreshCarbonMixAndScore = (deps: RefreshDeps) => refreshFromRows(deps, sourceAt)
  const refreshTariffOutlook = createTariffOutlookRefresh(deps.sql)
  const refreshPlanPast = createPlanPastRefresh()
  const parts = [
    refreshCarbonMixAndScore,
    createStatusRefresh(),
    createConsumptionRefresh(),
    refreshRegions,
    refreshGridStatus,
    refreshTariff,
    refreshTariffOutlook,
    refreshPlanPast,
    createContractsRefresh(),
  ].map(once)
  const dashboard = once(refreshDashboard)
  return () => {
    const refreshed = awaitAll(parts.map((refresh) => refresh()))
    return awaitAll([refreshed, refreshed.then(dashboard, dashboard)])
  }
}

/** Refreshes carbon intensity, mix and score: reads the rows of the carbon intensity, by far the most, once for all three. */
async function refreshFromRows(deps: RefreshDeps, sourceAt: (at: Temporal.Instant) => LiveSource): Promise<void> {
  const now = deps.clock.now()
  const source = sourceAt(now)
  const rows = readCarbonRows(source, now)
  await awaitAll([refreshCarbon(deps, rows, now), refreshMix(deps, rows, now), refreshScore(deps, rows, now, source)])
}

async function awaitAll(promises: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(promises)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
