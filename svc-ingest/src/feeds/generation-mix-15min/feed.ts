import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseGenerationMix15min } from './normalise.ts'

/** Quarter-hourly mix in near real time: stands in when the hourly feed is more than 3 h behind. */
export const generationMix15min: FeedDefinition = {
  id: 'generation_mix_15min',
  resource: {
    api: 'actual_generation',
    path: '/open_api/actual_generation/v1/generation_mix_15min_time_scale',
    maxWindowDays: 14,
    windowFormat: 'paris',
    queries: [{}],
  },
  pollEveryMs: 15 * minuteMs,
  firstFetchDays: 8,
  revisionDays: 1,
  windowEnd: 'now',
  normalise: normaliseGenerationMix15min,
  mayLieAhead: () => false,
}
