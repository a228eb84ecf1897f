import type { EmissionFactor, FactorSet } from '../methodology/emission-factors.ts'
import type { CountryIntensity } from '../methodology/intensity.ts'
import type { References } from '../methodology/score/inputs/read-score-rows.ts'
import type { Statements } from '../postgres/client.ts'
import { isoSeconds } from '../time/instant.ts'

type FactorSetRow = {
  id: string
  source: string
  license: string
  databaseVersion: string
  factors: EmissionFactor[]
  lastSyncedAt: Temporal.Instant
}

/** A stored set; computed points refer to it by its id. */
export type StoredFactorSet = FactorSet & { id: string }

/** The references in force at an instant. */
export async function readReferences(sql: Statements, at: Temporal.Instant): Promise<References> {
  const [factorSet, countryIntensities] = await Promise.all([readFactorSet(sql, at), readCountryIntensities(sql, at)])
  return { factorSet, countryIntensities }
}

/** The set in force at `now`: the newest known set. Null before the seed is in place. */
export async function readFactorSet(sql: Statements, now: Temporal.Instant): Promise<StoredFactorSet | null> {
  const [row] = await sql<FactorSetRow[]>`
    select id, source, license, database_version, factors, last_synced_at from emission_factor_sets
    where known_from <= ${now} order by known_from desc, id desc limit 1`
  return row === undefined ? null : { ...row, lastSyncedAt: isoSeconds(row.lastSyncedAt) }
}

/** The newest known value of every country and year. Earlier versions stored 0 for unknown values; these are left out. */
export async function readCountryIntensities(sql: Statements, now: Temporal.Instant): Promise<CountryIntensity[]> {
  return sql<CountryIntensity[]>`
    select distinct on (country, year) country, year, g_co2eq_per_kwh, vintage
    from country_intensities where known_from <= ${now} and g_co2eq_per_kwh > 0
    order by country, year, known_from desc`
}
