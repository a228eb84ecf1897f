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
    // No filter on status or fuel, so that withdrawals are received too.
    queries: [{ date_type: 'EVENT_DATE', last_version: 'true' }],
    // No message in the window.
    emptyStatus: 404,
  },
  // The guide allows 20 calls an hour: four polls of up to five pages.
  pollEveryMs: 15 * minuteMs,
  // There are no slots to count from, so each poll starts yesterday: an outage that ended today may still be revised.
  firstFetchDays: 1,
  revisionDays: 1,
  // Adequacy needs D+3. An outage postponed beyond the window would keep its old dates: hence two weeks, which with yesterday
  // and today still fit one call.
  windowEnd: { daysAhead: 14 },
  normalise: normaliseGenerationUnavailabilities,
  mayLieAhead: () => true,
}
