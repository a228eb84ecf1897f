/**
 * Production types: the operator's names in the hourly per-type feed. Unknown names are accepted (the operator adds types) and are neither
 * renewable nor low-carbon.
 */
export const productionTypes = [
  'BIOMASS',
  'FOSSIL_GAS',
  'FOSSIL_HARD_COAL',
  'FOSSIL_OIL',
  'GEOTHERMAL',
  'HYDRO_PUMPED_STORAGE',
  'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
  'HYDRO_WATER_RESERVOIR',
  'MARINE',
  'NUCLEAR',
  'SOLAR',
  'WASTE',
  'WIND_OFFSHORE',
  'WIND_ONSHORE',
] as const

export type ProductionType = (typeof productionTypes)[number]

const knownTypes: ReadonlySet<string> = new Set(productionTypes)

/** Members of the operator's feeds that are not generation: sums, exchanges and pumping are never part of a mix. */
const nonGenerationTypes: ReadonlySet<string> = new Set(['TOTAL', 'EXCHANGE', 'PUMPING'])

/**
 * Names of storage: what it discharges was generated before and would count twice. `ENERGY_STORAGE` is the European type B25 (since 2024). The discharge of
 * pumped storage is part of the operator's mix and stays in it.
 */
const storageName = /(^|_)(STORAGE|BATTER(Y|IES)|B25)(_|\/|$)/
const knownStorageTypes: ReadonlySet<string> = new Set(['ENERGY_STORAGE', 'BATTERY', 'B25'])

/** Whether a type (`TYPE` or `TYPE/PART`) is part of a mix: no sum, exchange, pumping or storage. Types that are not known yet are. */
export function isGeneration(productionType: string): boolean {
  if (knownTypes.has(productionType)) return true
  return !nonGenerationTypes.has(productionType) && !storageName.test(productionType)
}

/** Whether the product knows the name: others are reported when they come for the first time. */
export function isKnownProductionType(name: string): boolean {
  return knownTypes.has(name) || nonGenerationTypes.has(name) || knownStorageTypes.has(name)
}

/**
 * Types that produce in France in every hour of every year. They are required even when a new database has never seen them: without one the
 * intensity would be wrong.
 */
export const coreProductionTypes: readonly ProductionType[] = [
  'FOSSIL_GAS',
  'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
  'HYDRO_WATER_RESERVOIR',
  'NUCLEAR',
  'SOLAR',
  'WIND_ONSHORE',
]

const renewableTypes: ReadonlySet<string> = new Set<ProductionType>([
  'BIOMASS',
  'GEOTHERMAL',
  'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
  'HYDRO_WATER_RESERVOIR',
  'MARINE',
  'SOLAR',
  'WIND_OFFSHORE',
  'WIND_ONSHORE',
])

/** Hydro (without pumped storage), wind, solar, biomass, geothermal, marine. Waste and storage are not renewable. */
export function isRenewable(productionType: string): boolean {
  return renewableTypes.has(productionType)
}

/** Renewable or nuclear: the interface's definition of low-carbon. */
export function isLowCarbon(productionType: string): boolean {
  return productionType === 'NUCLEAR' || isRenewable(productionType)
}
