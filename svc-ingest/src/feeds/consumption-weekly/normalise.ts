import { measurementsOf } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { WeeklyBlock } from './payload.ts'

const weeklySeries = 'WEEKLY'

/**
 * MW, half-hours, one series. The slots carry no date of their own: the date of their block is the date of the issue. Issues of
 * one day overlap: all their slots are returned, and the pipeline keeps the one with the greatest date.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseConsumptionWeekly(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['weekly_forecasts'], WeeklyBlock)
  return measurementsOf(
    blocks.readable.map((block) => ({
      series: weeklySeries,
      slots: block.values,
      updatedAt: block.updated_date,
      span: block,
    })),
    blocks,
  )
}
