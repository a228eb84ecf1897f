import type { References } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readCountryIntensities } from '../references/country-intensities/country-intensity-store.ts'
import { readFactorSet } from '../references/emission-factors/factor-set-store.ts'

/** The references in force at an instant. */
export async function readReferences(sql: Sql, at: Temporal.Instant): Promise<References> {
  const [factorSet, countryIntensities] = await Promise.all([readFactorSet(sql, at), readCountryIntensities(sql, at)])
  return { factorSet, countryIntensities }
}
