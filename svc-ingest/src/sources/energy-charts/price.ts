import { publicationTimes } from '@hexawatt/shared/grid/feed-facts'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { FeedContent } from '../definition/content.ts'
import type { Answer, Call, Source } from '../definition/source.ts'
import { splitWindow, type Window } from '../definition/window.ts'
import { refuseZeroDays } from '../rte/power-exchanges.ts'
import { buildChartCall, readChart, requireUnit, toMeasurements, toSeriesName } from './answer.ts'

/** Days before today that the estimate beyond the auction rests on. */
const firstDays = 14
/** Longest span of one call, days: a year-long one comes back hourly. */
const maxDays = 8

/** Day-ahead price of the French zone, which is under CC BY 4.0 and published without changes. Other zones are not. */
export const energyChartsPrice: Source = {
  id: 'energy_charts_price',
  publisher: 'energy-charts',
  rhythm: {
    kind: 'times',
    at: { paris: ['00:30', ...quarters(publicationTimes.auction, '20:00')] },
    until: 'power_exchanges',
  },
  fills: ['power_exchanges'],
  absent: { status: 404 },
  calls: ({ now, lastSuccess }) => {
    const end = addParisDays(now, 2)
    if (lastSuccess !== null) return [buildPriceCall(addParisDays(now, -1), end)]
    // The newest first, as many days as a call can have: today's prices show while the older ones are on their way.
    const newest = addParisDays(now, 2 - maxDays)
    return [
      buildPriceCall(newest, end),
      ...backfillCalls({ start: addParisDays(now, -firstDays), end: newest }).toReversed(),
    ]
  },
  backfillCalls,
  read: (answer) => ({ feeds: readPrice(answer) }),
  expected: {
    contentType: 'json',
    members: ['unix_seconds', 'price', 'unit', 'license_info', 'deprecated'],
    newest: { feed: 'power_exchanges', minSeries: 1, maxLagMs: 0 },
  },
}

function buildPriceCall(from: Temporal.Instant, to: Temporal.Instant): Call {
  return buildChartCall('/price', { bzn: 'FR' }, from, to)
}

function backfillCalls(window: Window): Call[] {
  return splitWindow(window, maxDays).map(({ start, end }) => buildPriceCall(start, end))
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

function readPrice({ body, query }: Answer): FeedContent[] {
  const answer = readChart(body, query)
  requireUnit(answer, 'EUR/MWh')
  const price = answer.series.find(({ name }) => priceNames.has(toSeriesName(name)))
  if (price === undefined) throw new UpstreamError('unusable', 'the answer has no price')
  const measurements = toMeasurements(answer, price.values, 'PRICE')
  const { unreadable: unreadableSlots, reasons } = answer
  const normalised = refuseZeroDays({ measurements, documents: [], unreadableSlots, reasons }, 'PRICE')
  return [{ feed: 'power_exchanges', normalised }]
}
