import type { References } from '@hexawatt/shared/methodology/score/read-score-rows'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readReferences } from '../references/read-references.ts'

export type ReferenceHistoryCache = {
  /** Reads what was in force at these marks. */
  load(marks: readonly Temporal.Instant[]): Promise<void>
  at(mark: Temporal.Instant): References
}

/**
 * Keeps the references of some marks. They change about once a year: when the first and the last mark have the same, so have the ones between
 * them, because known references never go back; else each mark is asked for.
 */
export function createReferenceHistoryCache(sql: Sql): ReferenceHistoryCache {
  let last: References = { factorSet: null, countryIntensities: [] }
  let byMark = new Map<number, References>()

  /** What is in force at a mark; the same objects as before where nothing has changed. */
  async function read(mark: Temporal.Instant): Promise<References> {
    const inForce = await readReferences(sql, mark)
    if (!Bun.deepEquals(inForce, last)) last = inForce
    return last
  }

  return {
    async load(marks) {
      byMark = new Map()
      const [first, newest] = [marks[0], marks.at(-1)]
      if (first === undefined || newest === undefined) return
      const [before, after] = [await read(first), await read(newest)]
      for (const mark of marks) byMark.set(mark.epochMilliseconds, before === after ? after : await read(mark))
    },
    at(mark) {
      const references = byMark.get(mark.epochMilliseconds)
      if (references === undefined) throw new Error(`the references of ${mark} were not loaded`)
      return references
    },
  }
}
