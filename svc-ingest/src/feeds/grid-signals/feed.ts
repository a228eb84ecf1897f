import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseGridSignals } from './normalise.ts'

/** Tension of the grid per day and hour, today to D+3; three days are normal between midnight and the next issue. */
export const gridSignals: FeedDefinition = {
  id: 'grid_signals',
  resource: {
    api: 'ecowatt',
    path: '/open_api/ecowatt/v5/signals',
    maxWindowDays: 4,
    // The resource takes no period: it always answers its newest issue.
    windowFormat: 'none',
    queries: [{}],
    // The operator's quota: one call per application in 15 minutes, 429 otherwise.
    minCallIntervalMs: 15 * minuteMs,
  },
  pollEveryMs: 15 * minuteMs,
  firstFetchDays: 0,
  revisionDays: 0,
  windowEnd: { daysAhead: 3 },
  // The signal of a day, in autumn.
  longestSlotHours: 25,
  normalise: normaliseGridSignals,
  mayLieAhead: () => true,
}
