import type { Normalised } from '../definition/feed.ts'
import { measurementsOf, readPayload } from '../definition/operator-payload.ts'
import { ConsumptionWeeklyPayload } from './payload.ts'

const weeklySeries = 'WEEKLY'

/**
 * MW, half-hours, one series. The slots carry no date of their own: the date of their block is the date of the issue. Issues of
 * one day overlap: all their slots are returned, and the pipeline keeps the one with the greatest date.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseConsumptionWeekly(payload: unknown): Normalised {
  const blocks = readPayload(ConsumptionWeeklyPayload, payload).weekly_forecasts
  return measurementsOf(
    blocks.map(({ updated_date, values }) => ({ series: weeklySeries, slots: values, updatedAt: updated_date })),
  )
}
