import type { GridRecord } from './recorded-hours.ts'

/**
 * The record with its day-ahead forecast of consumption as the weekly one, known at any time. That looks ahead, by a forecast
 * that is better than the weekly one was: a bound of what the forecast of the score is worth when the weekly feed is there.
 */
export function withWeeklyStandIn(record: GridRecord): GridRecord {
  const consumptionWeekly = new Map(
    [...record.consumption].map(([startMs, values]) => [
      startMs,
      values.map((value) => ({ ...value, series: 'WEEKLY' })),
    ]),
  )
  return { ...record, consumptionWeekly }
}
