import { hourMs } from '@hexawatt/shared/time/instant'
import { parisDate } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import { readMeasurements } from '../definition/block-slots.ts'
import type { Measurement, Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks } from '../definition/operator-payload.ts'

/** Day-ahead auction, published for the whole of tomorrow at about 13:00: the price. */
export const powerExchanges = createOperatorFeed({
  id: 'power_exchanges',
  holds: '`PRICE` EUR/MWh (negative prices are prices), `VOLUME` MW',
  api: 'wholesale_market',
  path: '/open_api/wholesale_market/v3/france_power_exchanges',
  maxWindowDays: 155,
  windowFormat: 'paris',
  absent: { codes: ['F04'] },
  everyMinutes: 30,
  // The estimate beyond the auction rests on the prices of 14 days.
  firstFetchDays: 15,
  revisionDays: 1,
  windowEnd: { daysAhead: 1 },
  normalise: normalisePowerExchanges,
})

/** A block of `france_power_exchanges`, slots with `value` and `price`; unknown members are ignored. */
const AuctionBlock = v.object(blockMembers)

/** Day-ahead spot price, EUR/MWh. */
const priceSeries = 'PRICE'
/** Volume that was traded, MW. */
const volumeSeries = 'VOLUME'

/**
 * Two series of every slot, quarter-hours (since the auction of October 2025) or hours as they come. Negative prices are
 * valid; a missing price does not discard the volume; a whole day at exactly 0 is refused. The date is the auction date of the block.
 *
 * @throws UpstreamError `unusable`
 */
export function normalisePowerExchanges(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['france_power_exchanges'], AuctionBlock)
  const content = readMeasurements(
    blocks.readable.flatMap((block) => {
      const common = { slots: block.values, updatedAt: block.updated_date, span: block }
      return [
        { ...common, series: priceSeries, valueMember: 'price' },
        { ...common, series: volumeSeries },
      ]
    }),
    blocks,
  )
  return refuseZeroDays(content, priceSeries)
}

/** A Paris day is checked for zeros only when at least this much of it has prices, ms: some hours at exactly 0 EUR/MWh are normal. */
const leastJudgedMs = 12 * hourMs

/**
 * Refuses the prices of a Paris day that are all exactly 0: publishers pad days that they have not published yet with zeros, and no auction has given a
 * whole day of them.
 */
export function refuseZeroDays({ measurements, ...content }: Normalised, priceSeries: string): Normalised {
  const prices = measurements.filter(({ series }) => series === priceSeries)
  const zeroDays = new Set(
    [...Map.groupBy(prices, readParisDay)].flatMap(([day, ofDay]) => (isAllZero(ofDay) ? [day] : [])),
  )
  if (zeroDays.size === 0) return { measurements, ...content }
  const isOfZeroDay = (one: Measurement) => one.series === priceSeries && zeroDays.has(readParisDay(one))
  const refused = measurements.filter(isOfZeroDay).map((measurement) => ({
    measurement,
    reason: `every price of ${readParisDay(measurement)} is 0: not published yet`,
  }))
  return {
    ...content,
    measurements: measurements.filter((one) => !isOfZeroDay(one)),
    refused: [...(content.refused ?? []), ...refused],
  }
}

function isAllZero(ofDay: readonly Measurement[]): boolean {
  const givenMs = ofDay.reduce((sum, { slotStart, slotEnd }) => sum + slotEnd.since(slotStart).total('milliseconds'), 0)
  return givenMs >= leastJudgedMs && ofDay.every(({ value }) => value === 0)
}

function readParisDay({ slotStart }: Measurement): string {
  return parisDate(slotStart).toString()
}
