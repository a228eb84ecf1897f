import type { EmissionFactor, FactorSet } from '@hexawatt/shared/methodology/emission-factors'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { readFactorSet } from '@hexawatt/shared/stored-rows/references-store'

/** Shipped seeds count as known from the beginning of time, so that a replay of an earlier year has them. */
export const alwaysKnown = Temporal.Instant.from('1970-01-01T00:00:00Z')

/** Stores the shipped set unless one is stored. */
export async function seedFactors(sql: Statements, seed: FactorSet): Promise<void> {
  await sql`
    insert into emission_factor_sets (source, license, database_version, factors, known_from, last_synced_at)
    select ${seed.source}, ${seed.license}, ${seed.databaseVersion}, ${json(seed.factors)}::text::jsonb, ${alwaysKnown},
      ${seed.lastSyncedAt}::timestamptz
    where not exists (select from emission_factor_sets where known_from = ${alwaysKnown})`
}

/**
 * Stores a synchronised set: a new row when its content differs from the one in force, else only the instant of the
 * synchronisation moves.
 *
 * @returns whether the content changed
 */
export async function storeFactorSet(sql: Statements, set: FactorSet, now: Temporal.Instant): Promise<boolean> {
  const current = await readFactorSet(sql, now)
  if (
    current !== null &&
    current.databaseVersion === set.databaseVersion &&
    Bun.deepEquals(current.factors, set.factors)
  ) {
    await sql`update emission_factor_sets set last_synced_at = ${now} where id = ${current.id}`
    return false
  }
  await sql`
    insert into emission_factor_sets (source, license, database_version, factors, known_from, last_synced_at)
    values (${set.source}, ${set.license}, ${set.databaseVersion}, ${json(set.factors)}::text::jsonb, ${now}, ${now})`
  return true
}

/** Bound as text, because the driver would encode the JSON twice. */
const json = (factors: readonly EmissionFactor[]): string => JSON.stringify(factors)
