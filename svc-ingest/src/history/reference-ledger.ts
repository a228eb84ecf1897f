import type { CountryIntensity } from '@hexawatt/shared/methodology/consumption-intensity'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readCountryIntensities } from '../references/country-intensities/country-intensity-store.ts'
import { readFactorSet, type StoredFactorSet } from '../references/emission-factors/factor-set-store.ts'

/** The references in force at an instant. */
export type References = { factorSet: StoredFactorSet | null; countryIntensities: readonly CountryIntensity[] }

export type ReferenceLedger = {
  /** Reads what was in force at these marks. */
  load(marks: readonly Temporal.Instant[]): Promise<void>
  at(mark: Temporal.Instant): References
}

/**
 * Keeps the references of some marks. They change about once a year: when the first and the last mark have the same, so have the ones between
 * them, because known references never go back; else each mark is asked for.
 */
export function createReferenceLedger(sql: Sql): ReferenceLedger {
  let last: References = { factorSet: null, countryIntensities: [] }
  let byMark = new Map<number, References>()

  /** What is in force at a mark; the same objects as before where nothing has changed. */
  async function read(mark: Temporal.Instant): Promise<References> {
    const [factorSet, countryIntensities] = await Promise.all([
      readFactorSet(sql, mark),
      readCountryIntensities(sql, mark),
    ])
    const isSame =
      Bun.deepEquals(factorSet, last.factorSet) && Bun.deepEquals(countryIntensities, last.countryIntensities)
    if (!isSame) last = { factorSet, countryIntensities }
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
