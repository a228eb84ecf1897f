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

/** Members of the operator's feeds that are not generation: sums, exchanges and pumping are never part of a mix. */
export const nonGenerationTypes: ReadonlySet<string> = new Set(['TOTAL', 'EXCHANGE', 'PUMPING'])

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
