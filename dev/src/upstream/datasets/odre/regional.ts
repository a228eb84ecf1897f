import { round2 } from '@hexawatt/shared/bounds/numbers'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import type { YearlyCapacity } from '../../documents/capacities.ts'
import type { Eco2mixRow, Eco2mixValues } from '../../eco2mix/rows.ts'
import type { PortalRecord } from '../../formats/odsql.ts'
import { formatPortalInstant } from '../../formats/portal-format.ts'

/** Production columns of the regional set; gas, coal and oil are one. */
const productionColumns = ['thermique', 'nucleaire', 'eolien', 'solaire', 'hydraulique', 'bioenergies'] as const
const storageColumns = ['pompage', 'stockage_batterie', 'destockage_batterie'] as const
const splitColumns = ['consommation', ...productionColumns, ...storageColumns] as const
type SplitColumn = (typeof splitColumns)[number]

type Region = readonly [code: string, name: string, ...shares: number[]]

/**
 * Approximate shares of each region, by column: consumption, thermal, nuclear, wind, sun, hydro, bioenergy, pumping, batteries (both
 * ways). They need not sum to 100.
 */
const regions: readonly Region[] = [
  ['11', 'Île-de-France', 15.4, 8, 0, 1, 1, 0.2, 14, 0, 2, 2],
  ['24', 'Centre-Val de Loire', 4, 1, 19, 9, 5, 0.2, 4, 0, 5, 5],
  ['27', 'Bourgogne-Franche-Comté', 4.5, 1, 0, 6, 4, 1, 4, 0, 5, 5],
  ['28', 'Normandie', 6, 14, 17, 7, 2, 0.3, 7, 0, 5, 5],
  ['32', 'Hauts-de-France', 10.5, 18, 9, 27, 3, 0.1, 10, 0, 20, 20],
  ['44', 'Grand Est', 10, 14, 21, 22, 9, 13, 12, 25, 10, 10],
  ['52', 'Pays de la Loire', 6, 16, 0, 7, 5, 0.1, 7, 0, 10, 10],
  ['53', 'Bretagne', 5, 3, 0, 6, 3, 0.8, 6, 2, 5, 5],
  ['75', 'Nouvelle-Aquitaine', 9.5, 2, 11, 9, 26, 7, 12, 5, 15, 15],
  ['76', 'Occitanie', 8.5, 2, 5, 9, 20, 19, 8, 18, 15, 15],
  ['84', 'Auvergne-Rhône-Alpes', 14, 6, 18, 4, 11, 43, 9, 45, 5, 5],
  ['93', "Provence-Alpes-Côte d'Azur", 9, 15, 0, 0.5, 11, 14, 8, 5, 3, 3],
]

/** A column of the real set that is always null. */
const unusedColumn = 'column_68'

export const regionalFields = [
  'code_insee_region',
  'libelle_region',
  'nature',
  'date',
  'heure',
  'date_heure',
  ...splitColumns,
  'ech_physiques',
  ...productionColumns.flatMap((column) => [`tco_${column}`, `tch_${column}`]),
  unusedColumn,
]

/** The twelve records of a national row. */
export function writeRegions(row: Eco2mixRow, capacityMw: CapacityMw, timeZone: string): PortalRecord[] {
  const values = toRegionalValues(row.values)
  const byColumn = splitColumns.map((column, index) => splitMw(values[column], index + 2))
  const parts = regions.map((_, region) =>
    recordFromEntries(splitColumns, (_column, index) => byColumn[index]?.[region] ?? null),
  )
  const balances = computeExchangesMw(parts, row.values.ech_physiques)
  return parts.map((part, region) => {
    const [code = '', name = ''] = regions[region] ?? []
    return {
      code_insee_region: code,
      libelle_region: name,
      nature: 'Données temps réel',
      date: row.date,
      heure: row.time,
      date_heure: formatPortalInstant(row.startEpochMs, timeZone),
      ...part,
      ...Object.fromEntries(storageColumns.map((column) => [column, part[column] === null ? null : `${part[column]}`])),
      ech_physiques: balances[region] ?? null,
      ...computeRates(part, region, capacityMw),
      [unusedColumn]: null,
    }
  })
}

function toRegionalValues(values: Eco2mixValues): Record<SplitColumn, number | null> {
  const { gaz, charbon, fioul } = values
  const isKnown = gaz !== null && charbon !== null && fioul !== null
  return { ...values, thermique: isKnown ? gaz + charbon + fioul : null }
}

/** Shares of a national figure in whole MW: rounding carries over to the next region, so that the sum stays exact. */
function splitMw(totalMw: number | null, shareIndex: number): (number | null)[] {
  if (totalMw === null) return regions.map(() => null)
  const shares = regions.map((region) => Number(region[shareIndex]))
  const wholeShare = shares.reduce((sum, share) => sum + share, 0)
  let cumulated = 0
  let given = 0
  return shares.map((share) => {
    cumulated += share
    const partMw = Math.round((totalMw * cumulated) / wholeShare) - given
    given += partMw
    // Adding 0 turns -0 into 0.
    return partMw + 0
  })
}

/** Net import of each region from the others and from abroad, MW. The last region also takes the imbalance of the national row. */
function computeExchangesMw(
  parts: readonly Record<SplitColumn, number | null>[],
  nationalMw: number | null,
): (number | null)[] {
  if (nationalMw === null) return parts.map(() => null)
  const balances = parts.map(({ consommation, ...others }) => {
    const suppliedMw = Object.values(others).reduce<number>((sum, mw) => sum + (mw ?? 0), 0)
    return (consommation ?? 0) - suppliedMw
  })
  const surplusMw = balances.reduce((sum, mw) => sum + mw, 0) - nationalMw
  return balances.map((mw, index) => (index === balances.length - 1 ? mw - surplusMw : mw))
}

type CapacityMw = Readonly<Record<(typeof productionColumns)[number], number>>

const typesByColumn: Readonly<Record<keyof CapacityMw, readonly string[]>> = {
  thermique: ['FOSSIL_GAS', 'FOSSIL_HARD_COAL', 'FOSSIL_OIL'],
  nucleaire: ['NUCLEAR'],
  eolien: ['WIND_ONSHORE', 'WIND_OFFSHORE'],
  solaire: ['SOLAR'],
  hydraulique: ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'HYDRO_WATER_RESERVOIR', 'HYDRO_PUMPED_STORAGE'],
  bioenergies: ['BIOMASS', 'WASTE'],
}

/** Installed power of the country by column, MW. */
export function sumCapacityByColumn(capacities: readonly YearlyCapacity[]): CapacityMw {
  return recordFromEntries(productionColumns, (column) =>
    capacities
      .filter(({ type }) => typesByColumn[column].includes(type))
      .reduce((sum, { installedMw }) => sum + installedMw, 0),
  )
}

/** `tco_*`: percent of the region's consumption; `tch_*`: percent of its capacity. */
function computeRates(part: Record<SplitColumn, number | null>, region: number, capacityMw: CapacityMw): PortalRecord {
  const rates = productionColumns.flatMap((column, index) => {
    const powerMw = part[column]
    const installedMw = splitMw(capacityMw[column], index + 3)[region] ?? 0
    return [
      [`tco_${column}`, toPercent(powerMw, part.consommation)],
      [`tch_${column}`, toPercent(powerMw, installedMw)],
    ] as const
  })
  return Object.fromEntries(rates)
}

function toPercent(powerMw: number | null, wholeMw: number | null): number | null {
  if (powerMw === null || wholeMw === null || wholeMw <= 0) return null
  return round2((100 * powerMw) / wholeMw)
}
