import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseImbalance } from './normalise.ts'

/** Imbalance of the system and its settlement prices per quarter-hour: the live part of the grid sub-score. */
export const imbalance: FeedDefinition = {
  id: 'imbalance',
  resource: {
    api: 'balancing_energy',
    path: '/open_api/balancing_energy/v5/imbalance_data',
    maxWindowDays: 7,
    windowFormat: 'paris',
    queries: [{}],
  },
  pollEveryMs: 15 * minuteMs,
  firstFetchDays: 6,
  // Prices come long after volumes, and are corrected later.
  revisionDays: 2,
  windowEnd: 'now',
  normalise: normaliseImbalance,
  mayLieAhead: () => false,
}
