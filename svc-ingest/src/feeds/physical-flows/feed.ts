import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normalisePhysicalFlows } from './normalise.ts'

/** Hourly physical flow per border and direction: the imports of the consumption boundary. */
export const physicalFlows: FeedDefinition = {
  id: 'physical_flows',
  resource: {
    api: 'physical_flow',
    path: '/open_api/physical_flow/v1/physical_flows',
    maxWindowDays: 14,
    windowFormat: 'paris',
    queries: [{}],
  },
  pollEveryMs: 15 * minuteMs,
  firstFetchDays: 8,
  revisionDays: 2,
  windowEnd: { daysAhead: 0 },
  normalise: normalisePhysicalFlows,
  mayLieAhead: () => false,
}
