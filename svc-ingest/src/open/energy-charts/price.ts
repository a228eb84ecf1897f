import { publicationTimes } from '@hexawatt/shared/grid/feed-facts'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { refuseZeroDays } from '../../feeds/power-exchanges/zero-days.ts'
import { splitWindow } from '../../upstream/window.ts'
import type { DatasetAnswer, DatasetCall, FeedContent, OpenDataset } from '../definition/dataset.ts'
import { chartCall, measurementsOf, readChart, requireUnit, seriesName } from './answer.ts'

/** Days before today that the estimate beyond the auction rests on. */
const firstDays = 14
/** Longest span of one call, days: a year-long one comes back hourly. */
const maxDays = 8

/** Day-ahead price of the French zone, which is under CC BY 4.0 and published without changes. Other zones are not. */
export const energyChartsPrice: OpenDataset = {
  id: 'energy_charts_price',
  publisher: 'energy-charts',
  rhythm: { at: { paris: ['00:30', ...quarters(publicationTimes.auction, '20:00')] }, until: 'power_exchanges' },
  feeds: ['power_exchanges'],
  absentStatus: 404,
  calls: ({ now, lastSuccess }) => {
    const end = addParisDays(now, 2)
    if (lastSuccess !== null) return [priceCall(addParisDays(now, -1), end)]
    // The newest first, as many days as a call can have: today's prices show while the older ones are on their way.
    const newest = addParisDays(now, 2 - maxDays)
    return [priceCall(newest, end), ...backfillCalls(addParisDays(now, -firstDays), newest).toReversed()]
  },
  backfillCalls,
  read: readPrice,
}

function priceCall(from: Temporal.Instant, to: Temporal.Instant): DatasetCall {
  return chartCall('/price', { bzn: 'FR' }, from, to)
}

function backfillCalls(from: Temporal.Instant, to: Temporal.Instant): DatasetCall[] {
  return splitWindow({ start: from, end: to }, maxDays).map(({ start, end }) => priceCall(start, end))
}

/** Times of a day every quarter of an hour, both ends included. */
function quarters(first: string, last: string): string[] {
  const times: string[] = []
  const end = Temporal.PlainTime.from(last)
  for (
    let time = Temporal.PlainTime.from(first);
    Temporal.PlainTime.compare(time, end) <= 0;
    time = time.add({ minutes: 15 })
  ) {
    times.push(time.toString({ smallestUnit: 'minute' }))
  }
  return times
}

/** Names of the series of both versions. */
const priceNames: ReadonlySet<string> = new Set(['price', 'day_ahead_price'])

function readPrice({ body, query }: DatasetAnswer): FeedContent[] {
  const answer = readChart(body, query)
  requireUnit(answer, 'EUR/MWh')
  const price = answer.series.find(({ name }) => priceNames.has(seriesName(name)))
  if (price === undefined) throw new UpstreamError('unusable', 'the answer has no price')
  const measurements = measurementsOf(answer, price.values, 'PRICE')
  const { unreadable: unreadableSlots, reasons } = answer
  const normalised = refuseZeroDays({ measurements, documents: [], unreadableSlots, reasons }, 'PRICE')
  return [{ feed: 'power_exchanges', normalised }]
}
