import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseExchangeSchedules } from './normalise.ts'

/** Scheduled exchange per border and direction: day-ahead in the afternoon before, intraday until after delivery. */
export const exchangeSchedules: FeedDefinition = {
  id: 'exchange_schedules',
  resource: {
    api: 'exchange_schedule',
    path: '/open_api/exchange_schedule/v2/schedules',
    maxWindowDays: 7,
    // Bounds other than a Paris midnight written in UTC are refused (EXCHSCHED_SCHED_F08).
    windowFormat: 'utc',
    queries: [{ process_type: 'DA' }, { process_type: 'ID' }],
    absentCodes: ['F04'],
  },
  pollEveryMs: 60 * minuteMs,
  firstFetchDays: 8,
  // Intraday schedules are final after delivery only; the newest slot is day-ahead, up to two days ahead.
  revisionDays: 2,
  windowEnd: { daysAhead: 1 },
  normalise: normaliseExchangeSchedules,
  mayLieAhead: () => true,
}
