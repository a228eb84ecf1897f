import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseConsumption, realisedSeries } from './normalise.ts'

/** Realised consumption and its forecasts up to the day after tomorrow: adequacy. */
export const consumption: FeedDefinition = {
  id: 'consumption',
  resource: {
    api: 'consumption',
    path: '/open_api/consumption/v1/short_term',
    // 90 days of `D-1` are refused (F04), although 186 days of realised values are not; 31 days of all types pass.
    maxWindowDays: 31,
    windowFormat: 'paris',
    queries: [{ type: 'REALISED,ID,D-1,D-2' }],
    absentCodes: ['F04'],
  },
  pollEveryMs: 15 * minuteMs,
  firstFetchDays: 8,
  // The newest slot is a forecast, up to three days ahead: after an outage the window must still begin before the last
  // realised slots that were missed.
  revisionDays: 3,
  windowEnd: { daysAhead: 2 },
  freshSeries: [realisedSeries],
  normalise: normaliseConsumption,
  mayLieAhead: (series) => series !== realisedSeries,
}
