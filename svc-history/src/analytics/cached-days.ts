import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { Statements } from '@hexawatt/shared/postgres/client'
import type { DayRevision } from '../points/utc-span.ts'

/** Maximum number of UTC days in a cache: four years. */
const maxKeptDays = 1_500

/** Reads the UTC days from the first to the last, both inclusive, with the revisions they have in the same snapshot. */
type ReadDays<Value> = (
  sql: Statements,
  first: string,
  last: string,
) => Promise<{ revisions: readonly DayRevision[]; byDay: ReadonlyMap<string, Value> }>

/**
 * Caches values of UTC days by revision. Past days rarely change, so a year that was requested before costs no query.
 *
 * @param nothing of a day without points
 */
export function createCachedDays<Value>(read: ReadDays<Value>, nothing: Value) {
  const kept = createBoundedMap<{ revision: string; value: Value }>(maxKeptDays)

  function keptValue({ day, revision }: DayRevision): Value | undefined {
    const known = kept.get(day)
    return known?.revision === revision ? known.value : undefined
  }

  async function readMissing(sql: Statements, missing: readonly DayRevision[]): Promise<ReadonlyMap<string, Value>> {
    const [first, last] = [missing[0], missing.at(-1)]
    if (first === undefined || last === undefined) return new Map()
    const { revisions, byDay } = await read(sql, first.day, last.day)
    for (const { day, revision } of revisions) kept.set(day, { revision, value: byDay.get(day) ?? nothing })
    return byDay
  }

  return {
    /**
     * The values of these days, in their order.
     *
     * @param sql the snapshot that the revisions are of
     */
    async load(sql: Statements, days: readonly DayRevision[]): Promise<Value[]> {
      const known = days.map(keptValue)
      const read = await readMissing(
        sql,
        days.filter((_, index) => known[index] === undefined),
      )
      return days.map(({ day }, index) => known[index] ?? read.get(day) ?? nothing)
    },
  }
}
export type CachedDays<Value> = ReturnType<typeof createCachedDays<Value>>
