import { addParisDays, parisDayStart } from '@hexawatt/shared/time/paris'
import { type BlockWriting, issuesOf, type RowedIssue, rowedIssues, type WireBlock } from '../operator/blocks.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { readList } from '../operator/query.ts'
import { slotRoute } from '../operator/slot-route.ts'
import { newestAuctionDay } from '../subjects/publication.ts'
import type { Series } from '../subjects/slots.ts'
import type { TimeWindow } from '../subjects/span.ts'

/** Day-ahead auctions, one block per day; without a period the newest one. */
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

/** Volume and price of each slot; an unrecorded one is absent. The publication date is on the block. */
function auctionBlock({ day, publishedEpochMs, rows }: RowedIssue, { parisText }: BlockWriting): WireBlock {
  return {
    start_date: parisText(day.startEpochMs),
    end_date: parisText(day.endEpochMs),
    updated_date: parisText(publishedEpochMs),
    // JSON omits undefined members.
    values: rows.map(({ startEpochMs, endEpochMs, valueByKey }) => ({
      start_date: parisText(startEpochMs),
      end_date: parisText(endEpochMs),
      value: valueByKey.get('VOLUME'),
      price: valueByKey.get('PRICE'),
    })),
  }
}

const errorPrefix = 'EXCHSCHED_SCHED'
const processTypes = ['DA', 'LT', 'ID'] as const

/** Scheduled exchanges of one process per border and direction. The answer does not name the process. */
export const exchangeSchedulesRoute = slotRoute({
  subject: 'exchange_schedules',
  path: '/open_api/exchange_schedule/v2/schedules',
  rootName: 'time_series',
  errorPrefix,
  maxWindowDays: 7,
  latestEnd: { daysAhead: 1 },
  checkQuery: checkBounds,
  readFilter(query) {
    const asked = readProcess(query)
    return { holdsFamily: (family) => family === asked }
  },
  layout: (series, writing) => series.flatMap((one) => scheduleBlocks(one, writing)),
})

/** A call must name exactly one process, because the answer does not name it. */
function readProcess(query: URLSearchParams): string {
  const [asked, ...others] = query.has('process_type') ? readList(query, 'process_type', processTypes, errorPrefix) : []
  if (asked !== undefined && others.length === 0) return asked
  throw new OperatorError(400, `${errorPrefix}_F07`, `"process_type" must be one of ${processTypes.join(', ')}.`)
}

/** Bounds must be Paris midnights written in UTC. */
function checkBounds(query: URLSearchParams, { start, end }: TimeWindow): void {
  const texts = [query.get('start_date'), query.get('end_date')]
  const isInUtc = texts.every((text) => text === null || text.endsWith('Z'))
  if (isInUtc && isParisMidnight(start) && isParisMidnight(end)) return
  throw new OperatorError(400, `${errorPrefix}_F08`, 'The bounds must be midnights of Paris, written in UTC.')
}

function isParisMidnight(instant: Temporal.Instant): boolean {
  return parisDayStart(instant).equals(instant)
}

/** One block per direction and issue; the publication date is on the block only. */
function scheduleBlocks({ key, slots }: Series, { parisText }: BlockWriting): WireBlock[] {
  const [, direction = ''] = key.split('/')
  const [sender_country_eic_code, receiver_country_eic_code] = direction.split('>')
  return issuesOf(slots).map((issue) => ({
    sender_country_eic_code,
    receiver_country_eic_code,
    updated_date: parisText(issue.publishedEpochMs),
    values: issue.slots.map(({ startEpochMs, endEpochMs, value }) => ({
      start_date: parisText(startEpochMs),
      end_date: parisText(endEpochMs),
      value,
    })),
  }))
}
