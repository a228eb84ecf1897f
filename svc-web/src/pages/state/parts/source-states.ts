import type { DashboardResponse, DashboardSource } from '@hexawatt/shared/contract/dashboard'
import { isFeed } from '@hexawatt/shared/grid/feeds'
import { findOpenModeRemark } from '@hexawatt/shared/grid/open-remarks'

/**
 * How a source does. `replaced`: another feed measures the same and counts for it; `absent`: no publisher offers it without credentials; `reference`: it has no
 * calendar and no weight.
 */
export type SourceState = 'onTime' | 'late' | 'missing' | 'replaced' | 'absent' | 'reference'

export type RatedSource = DashboardSource & { state: SourceState }

export function rateSources({ mode, sources }: Pick<DashboardResponse, 'mode' | 'sources'>): RatedSource[] {
  return sources.map((source) => ({ ...source, state: rateSource(source, mode) }))
}

function rateSource({ id, source, availabilityPct }: DashboardSource, mode: DashboardResponse['mode']): SourceState {
  if (availabilityPct === null || !isFeed(id)) return 'reference'
  if (availabilityPct === 0) return mode === 'open' && findOpenModeRemark(id, false) !== null ? 'absent' : 'missing'
  if (source === null) return 'replaced'
  return availabilityPct < 100 ? 'late' : 'onTime'
}

/** Sources that can be on time: all but references, and data that no open source has. */
export function listExpected(sources: readonly RatedSource[]): RatedSource[] {
  return sources.filter(({ state }) => state !== 'reference' && state !== 'absent')
}

/** Sources that should be on time and are not, the heaviest in the confidence first. */
export function listFailing(sources: readonly RatedSource[]): RatedSource[] {
  return sources
    .filter(({ state }) => state === 'late' || state === 'missing')
    .sort((one, other) => (other.confidenceWeight ?? 0) - (one.confidenceWeight ?? 0))
}
