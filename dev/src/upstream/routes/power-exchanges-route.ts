import { addParisDays } from '@hexawatt/shared/time/paris'
import type { BlockWriting, WireBlock } from '../operator/blocks.ts'
import { type RowedIssue, rowedIssues } from '../operator/issue-rows.ts'
import { slotRoute } from '../operator/slot-route-old.ts'
import { newestAuctionDay } from '../subjects/publication.ts'

/** Day-ahead auctions, a block per day; without a period the newest one. */
export const powerExchangesRoute = slotRoute({
  subject: 'power_exchanges',
  path: '/open_api/wholesale_market/v3/france_power_exchanges',
  rootName: 'france_power_exchanges',
  errorPrefix: 'WHOLESALEMARKET_FRPOWEREXCH',
  maxWindowDays: 155,
  latestEnd: { daysAhead: 1 },
  defaultWindow(now) {
    const start = Temporal.Instant.fromEpochMilliseconds(newestAuctionDay(now.epochMilliseconds))
    return { start, end: addParisDays(start, 1) }
  },
  readFilter: () => ({}),
  layout: (series, writing) => rowedIssues(series).map((issue) => auctionBlock(issue, writing)),
})

/** Volume and price of each slot; one that was not recorded is absent. The date of publication stands on the block. */
function auctionBlock({ day, publishedEpochMs, rows }: RowedIssue, { parisText }: BlockWriting): WireBlock {
  return {
    start_date: parisText(day.startEpochMs),
    end_date: parisText(day.endEpochMs),
    updated_date: parisText(publishedEpochMs),
    // JSON leaves undefined members out.
    values: rows.map(({ startEpochMs, endEpochMs, valueByKey }) => ({
      start_date: parisText(startEpochMs),
      end_date: parisText(endEpochMs),
      value: valueByKey.get('VOLUME'),
      price: valueByKey.get('PRICE'),
    })),
  }
}
