import * as v from 'valibot'
import { readMeasurements } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks } from '../definition/operator-payload.ts'

/** Consumption forecast for the third to the ninth day ahead, issued on working days: adequacy beyond the short term. */
export const consumptionWeekly = createOperatorFeed({
  id: 'consumption_weekly',
  holds: '`WEEKLY`: MW, half-hourly',
  api: 'consumption',
  path: '/open_api/consumption/v1/weekly_forecasts',
  maxWindowDays: 155,
  windowFormat: 'paris',
  absent: { codes: ['F04'] },
  everyMinutes: 120,
  firstFetchDays: 8,
  // Days that have begun are not forecast again.
  revisionDays: 0,
  windowEnd: { daysAhead: 9 },
  normalise: normaliseConsumptionWeekly,
})

/** A block of `weekly_forecasts`, one per day and issue; `peak` and other members are ignored. */
const WeeklyBlock = v.object(blockMembers)

const weeklySeries = 'WEEKLY'

/**
 * MW, half-hours, one series. The slots carry no date of their own: the date of their block is the date of the issue. Issues of
 * one day overlap: all their slots are returned, and the pipeline keeps the one with the greatest date.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseConsumptionWeekly(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['weekly_forecasts'], WeeklyBlock)
  return readMeasurements(
    blocks.readable.map((block) => ({
      series: weeklySeries,
      slots: block.values,
      updatedAt: block.updated_date,
      span: block,
    })),
    blocks,
  )
}
