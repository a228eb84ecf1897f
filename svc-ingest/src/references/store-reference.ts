import { factorLicense, factorSource, seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import type { CountryIntensity } from '@hexawatt/shared/methodology/intensity'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { ReferenceTable } from '../sources/definition/content.ts'
import { addCountryIntensities } from './country-intensity-store.ts'
import { alwaysKnown, seedFactors, storeFactorSet } from './factor-set-store.ts'
import { findLostDay, listNewVersions } from './price-versions.ts'
import { addPriceVersions, lockPrices, readNewestPrices } from './regulated-price-store.ts'

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

type StoreDeps = { tx: TransactionSql; logger: Logger }

/** A table as an answer gives it: the payload with its first page, and when it became known. */
type ReceivedTable<Table extends ReferenceTable> = {
  table: Table
  payloadId: string
  knownFrom: Temporal.Instant
}

/**
 * Stores a table where it is new: the former one stays readable as of its time.
 *
 * @returns why the table cannot be the whole one; null when nothing says so
 */
export async function storeReference(
  deps: StoreDeps,
  { table, ...received }: ReceivedTable<ReferenceTable>,
): Promise<string | null> {
  const { tx, logger } = deps
  const { knownFrom } = received
  if (table.kind === 'regulated prices') return storePrices(deps, { table, ...received })
  if (table.kind === 'emission factors') {
    const { databaseVersion, factors } = table
    const release = { source: factorSource, license: factorLicense, databaseVersion }
    const set = { ...release, lastSyncedAt: knownFrom.toString(), factors: [...factors] }
    if (await storeFactorSet(tx, set, knownFrom)) logger.info({ databaseVersion }, 'emission factors changed')
    return null
  }
  const release = { source: intensitySource, vintage: knownFrom.toString().slice(0, 7), knownFrom }
  const added = await addCountryIntensities(tx, release, table.intensities)
  if (added > 0) logger.info({ added, vintage: release.vintage }, 'country intensities changed')
  return null
}

async function storePrices(
  { tx, logger }: StoreDeps,
  { table: { option, prices }, payloadId, knownFrom }: ReceivedTable<PriceTable>,
): Promise<string | null> {
  if (prices.length === 0) return null
  await lockPrices(tx)
  const known = (await readNewestPrices(tx, knownFrom, option)).map(({ option: _, ...version }) => version)
  const versions = listNewVersions(known, prices)
  await addPriceVersions(tx, { option, payloadId, knownFrom }, versions)
  if (versions.length > 0) {
    const withdrawn = versions.filter(({ eurPerKwh }) => eurPerKwh === null).length
    logger.info({ option, added: versions.length - withdrawn, withdrawn }, 'regulated prices changed')
  }
  const lostDay = findLostDay(known, prices)
  return lostDay && `the file of ${option} lacks the prices from ${lostDay} that earlier files had: they stay known`
}

type PriceTable = Extract<ReferenceTable, { kind: 'regulated prices' }>
