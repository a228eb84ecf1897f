import type { ProductionType } from '@hexawatt/shared/grid/production-types'
import type { NeighbourType } from '@hexawatt/shared/methodology/imports/neighbour-types'

const frenchTypes = {
  nuclear: 'NUCLEAR',
  fossil_gas: 'FOSSIL_GAS',
  fossil_hard_coal: 'FOSSIL_HARD_COAL',
  fossil_oil: 'FOSSIL_OIL',
  hydro_run_of_river: 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
  hydro_water_reservoir: 'HYDRO_WATER_RESERVOIR',
  hydro_pumped_storage: 'HYDRO_PUMPED_STORAGE',
  wind_onshore: 'WIND_ONSHORE',
  wind_offshore: 'WIND_OFFSHORE',
  solar: 'SOLAR',
  waste: 'WASTE',
} as const satisfies Readonly<Record<string, ProductionType>>

const neighbourTypes = {
  ...frenchTypes,
  biomass: 'BIOMASS',
  biogas: 'BIOGAS',
  fossil_brown_coal_lignite: 'FOSSIL_BROWN_COAL_LIGNITE',
  fossil_brown_coal: 'FOSSIL_BROWN_COAL_LIGNITE',
  fossil_coal_derived_gas: 'FOSSIL_COAL_DERIVED_GAS',
  fossil_oil_shale: 'FOSSIL_OIL_SHALE',
  fossil_peat: 'FOSSIL_PEAT',
  geothermal: 'GEOTHERMAL',
  marine: 'MARINE',
  other_renewables: 'OTHER_RENEWABLE',
  other_renewable: 'OTHER_RENEWABLE',
  others: 'OTHER',
  other: 'OTHER',
} as const satisfies Readonly<Record<string, NeighbourType>>

/** Production types of France by the publisher's names, in the form of both versions. A series that is not generation has no type. */
export const typeByName: ReadonlyMap<string, ProductionType> = new Map(Object.entries(frenchTypes))

/** Production types of the neighbours by the publisher's names. */
export const neighbourTypeByName: ReadonlyMap<string, NeighbourType> = new Map(Object.entries(neighbourTypes))

/** Whether a name is that of a series that is not generation: storage and consumption, exchanges, sums and shares. */
export function isNotGeneration(name: string): boolean {
  return /battery|consumption|cross_border|residual_load|renewable_share|^(load|sum)$/.test(name)
}
