import { factorLicense, factorSource, seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import type { CountryIntensity } from '@hexawatt/shared/methodology/intensity'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { ReferenceTable } from '../sources/definition/content.ts'
import { addCountryIntensities } from './country-intensity-store.ts'
import { alwaysKnown, seedFactors, storeFactorSet } from './factor-set-store.ts'

const intensitySource = 'Ember, yearly electricity data (CC BY 4.0)'

/** Release of the seed values: the year 2024 as published in August 2025. */
const seedVintage = '2025-08'

/** Yearly life-cycle intensity of France's neighbours, gCO2eq/kWh: ships with the product for a first start offline. */
export const seedIntensities: readonly CountryIntensity[] = [
  { country: 'BE', year: 2024, gCo2eqPerKwh: 117.58 },
  { country: 'CH', year: 2024, gCo2eqPerKwh: 36.72 },
  { country: 'DE', year: 2024, gCo2eqPerKwh: 342.06 },
  { country: 'ES', year: 2024, gCo2eqPerKwh: 146.15 },
  { country: 'GB', year: 2024, gCo2eqPerKwh: 215.79 },
  { country: 'IT', year: 2024, gCo2eqPerKwh: 287.75 },
  { country: 'LU', year: 2024, gCo2eqPerKwh: 134.62 },
]

/** Stores the shipped tables where nothing is stored yet, so that a first start works offline. */
export async function seedReferences(sql: Sql): Promise<void> {
  await seedFactors(sql, seedFactorSet)
  const release = { source: intensitySource, vintage: seedVintage, knownFrom: alwaysKnown }
  await addCountryIntensities(sql, release, seedIntensities)
}

/** Stores a table where it is new: the former one stays readable as of its time. */
export async function storeReference(
  { sql, logger }: { sql: Sql; logger: Logger },
  table: ReferenceTable,
  now: Temporal.Instant,
): Promise<void> {
  if (table.kind === 'emission factors') {
    const { databaseVersion, factors } = table
    const release = { source: factorSource, license: factorLicense, databaseVersion }
    const changed = await storeFactorSet(sql, { ...release, lastSyncedAt: now.toString(), factors: [...factors] }, now)
    if (changed) logger.info({ databaseVersion }, 'emission factors changed')
    return
  }
  const release = { source: intensitySource, vintage: now.toString().slice(0, 7), knownFrom: now }
  const added = await addCountryIntensities(sql, release, table.intensities)
  if (added > 0) logger.info({ added, vintage: release.vintage }, 'country intensities changed')
}
