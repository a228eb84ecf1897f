import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseGenerationByType } from './normalise.ts'

/** Hourly realised generation per production type: the mix and the carbon intensity. */
export const generationByType: FeedDefinition = {
  id: 'generation_by_type',
  resource: {
    api: 'actual_generation',
    path: '/open_api/actual_generation/v1/actual_generations_per_production_type',
    maxWindowDays: 155,
    windowFormat: 'paris',
    queries: [{}],
  },
  pollEveryMs: 15 * minuteMs,
  firstFetchDays: 8,
  revisionDays: 2,
  // An end in the future is refused (ACTUALGEN_PRODTYPE_F04).
  windowEnd: 'now',
  normalise: normaliseGenerationByType,
  mayLieAhead: () => false,
}
