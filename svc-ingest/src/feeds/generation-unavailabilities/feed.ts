import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseGenerationUnavailabilities } from './normalise.ts'

/** Announced and forced outages of generation units: what of the installed capacity is available. Documents only. */
export const generationUnavailabilities: FeedDefinition = {
  id: 'generation_unavailabilities',
  resource: {
    api: 'unavailability_additional_information',
    path: '/open_api/unavailability_additional_information/v7/generation_unavailabilities',
    maxWindowDays: 21,
    // `+02:00` is refused here (UNADINFO_GENUN_F03), `Z` is taken.
    windowFormat: 'utc',
    // No status and no fuel are asked for, so that a withdrawal is seen too.
    queries: [{ date_type: 'EVENT_DATE', last_version: 'true' }],
  },
  // The guide allows 20 calls an hour: four polls of up to five pages.
  pollEveryMs: 15 * minuteMs,
  // Nothing is stored over slots, so each poll asks from yesterday on: an outage that ended today is still revised.
  firstFetchDays: 1,
  revisionDays: 1,
  // Adequacy needs D+3. An outage that is postponed beyond the window would stay where it was: hence two weeks, and with
  // yesterday and today still one call.
  windowEnd: { daysAhead: 14 },
  normalise: normaliseGenerationUnavailabilities,
  mayLieAhead: () => true,
}
