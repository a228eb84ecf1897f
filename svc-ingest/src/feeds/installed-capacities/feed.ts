import { hourMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseInstalledCapacities } from './normalise.ts'

/** Capacity installed in France per production type and calendar year, MW: adequacy. */
export const installedCapacities: FeedDefinition = {
  id: 'installed_capacities',
  resource: {
    api: 'generation_installed_capacities',
    path: '/open_api/generation_installed_capacities/v1/capacities_per_production_type',
    maxWindowDays: 366,
    // A slot is a year: a window of days is requested as the calendar years that it touches.
    windowFormat: 'paris-years',
    queries: [{}],
  },
  pollEveryMs: 24 * hourMs,
  // In January last year's capacities are fetched too: they apply until this year's are published.
  firstFetchDays: 31,
  revisionDays: 31,
  // Adequacy looks ahead to D+3: in the last days of December next year is fetched too.
  windowEnd: { daysAhead: 3 },
  longestSlotHours: 366 * 24,
  normalise: normaliseInstalledCapacities,
  // The current year has not ended.
  mayLieAhead: () => true,
}
