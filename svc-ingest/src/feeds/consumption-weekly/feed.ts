import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseConsumptionWeekly } from './normalise.ts'

/** Consumption forecast for the third to the ninth day ahead, issued on working days: adequacy beyond the short term. */
export const consumptionWeekly: FeedDefinition = {
  id: 'consumption_weekly',
  resource: {
    api: 'consumption',
    path: '/open_api/consumption/v1/weekly_forecasts',
    maxWindowDays: 155,
    windowFormat: 'paris',
    queries: [{}],
    absentCodes: ['F04'],
  },
  pollEveryMs: 120 * minuteMs,
  firstFetchDays: 8,
  // Days that have begun are not forecast again.
  revisionDays: 0,
  windowEnd: { daysAhead: 9 },
  normalise: normaliseConsumptionWeekly,
  mayLieAhead: () => true,
}
