import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normalisePowerExchanges } from './normalise.ts'

/** Day-ahead auction, published for the whole of tomorrow at about 13:00: the price. */
export const powerExchanges: FeedDefinition = {
  id: 'power_exchanges',
  resource: {
    api: 'wholesale_market',
    path: '/open_api/wholesale_market/v3/france_power_exchanges',
    maxWindowDays: 155,
    windowFormat: 'paris',
    queries: [{}],
    absentCodes: ['F04'],
  },
  pollEveryMs: 30 * minuteMs,
  // The estimate beyond the auction rests on the prices of 14 days.
  firstFetchDays: 15,
  revisionDays: 1,
  windowEnd: { daysAhead: 1 },
  normalise: normalisePowerExchanges,
  mayLieAhead: () => true,
}
