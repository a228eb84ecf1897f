import { minuteMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'

/** What `/v1/export/emhass` answers: instant → value of the quarter-hour that begins then. */
export const Dictionary = v.record(v.pipe(v.string(), v.isoTimestamp()), v.number())
export type Dictionary = v.InferOutput<typeof Dictionary>

const quarterMs = 15 * minuteMs

/** Value of each step as a reader of the export understands it: the mean of the quarter-hours of the step. */
export function readSteps(dictionary: Dictionary, startsMs: readonly number[], stepMinutes: number): number[] {
  const values = new Map(Object.entries(dictionary).map(([start, value]) => [Date.parse(start), value]))
  const quarters = stepMinutes / 15
  return startsMs.map((startMs) => {
    const own = Array.from({ length: quarters }, (_, index) => values.get(startMs + index * quarterMs))
    const known = own.filter((value) => value !== undefined)
    return known.reduce((sum, value) => sum + value, 0) / known.length
  })
}

/** Mean of the lowest values: the least that a load of so many steps can cost on average. */
export function meanOfLowest(values: readonly number[], count: number): number {
  const lowest = values.toSorted((one, other) => one - other).slice(0, count)
  return lowest.reduce((sum, value) => sum + value, 0) / count
}
