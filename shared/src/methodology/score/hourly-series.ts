import { hourMs } from '../../time/instant.ts'
import type { SlotValue } from '../complete-hour.ts'

/** Value by the start of its hour, ms since the epoch. An absent hour is unknown. */
export type HourlySeries = ReadonlyMap<number, number>

/**
 * Hourly means of each series. Shorter slots are averaged, weighted by their length; an hour that is not known for all of its
 * 60 minutes is absent.
 *
 * @param values the newest version of each slot, none longer than an hour
 */
export function hourlyMeans(values: readonly SlotValue[]): Map<string, HourlySeries> {
  const sums = new Map<string, Map<number, { weighted: number; coveredMs: number }>>()
  for (const { series, slotStart, slotEnd, value } of values) {
    const startMs = slotStart.epochMilliseconds
    const lengthMs = slotEnd.epochMilliseconds - startMs
    const hour = Math.floor(startMs / hourMs) * hourMs
    const byHour = sums.get(series) ?? new Map<number, { weighted: number; coveredMs: number }>()
    const sum = byHour.get(hour) ?? { weighted: 0, coveredMs: 0 }
    byHour.set(hour, { weighted: sum.weighted + value * lengthMs, coveredMs: sum.coveredMs + lengthMs })
    sums.set(series, byHour)
  }
  return new Map([...sums].map(([series, byHour]) => [series, coveredHours(byHour)]))
}

function coveredHours(byHour: ReadonlyMap<number, { weighted: number; coveredMs: number }>): HourlySeries {
  const means = new Map<number, number>()
  for (const [hour, { weighted, coveredMs }] of byHour) {
    if (coveredMs === hourMs) means.set(hour, weighted / hourMs)
  }
  return means
}
