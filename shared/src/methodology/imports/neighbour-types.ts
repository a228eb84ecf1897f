import { productionTypes } from '../../grid/production-types.ts'
import { operatorDirectFactors } from '../emission-factors.ts'
import type { EmissionRule } from '../forecast/analog-forecast.ts'
import { unmappedGCo2eqPerKwh } from '../intensity.ts'

/** Production types that a neighbour reports and France does not. */
const furtherTypes = [
  'BIOGAS',
  'FOSSIL_BROWN_COAL_LIGNITE',
  'FOSSIL_COAL_DERIVED_GAS',
  'FOSSIL_OIL_SHALE',
  'FOSSIL_PEAT',
  'OTHER',
  'OTHER_RENEWABLE',
] as const

/** Every production type under which the output of a neighbour is stored: the French ones and those that only neighbours have. */
export const neighbourTypes = [...productionTypes, ...furtherTypes] as const
export type NeighbourType = (typeof neighbourTypes)[number]

/** Emission factors by production type for both rules, gCO2eq/kWh: the same values for France and for its neighbours. */
export type FactorsByRule = Readonly<Record<EmissionRule, Readonly<Record<string, number>>>>

/** French types whose factors the further fuels take. */
const typeOfFuel = {
  BIOGAS: 'BIOMASS',
  FOSSIL_BROWN_COAL_LIGNITE: 'FOSSIL_HARD_COAL',
  FOSSIL_COAL_DERIVED_GAS: 'FOSSIL_GAS',
  FOSSIL_OIL_SHALE: 'FOSSIL_HARD_COAL',
  FOSSIL_PEAT: 'FOSSIL_HARD_COAL',
} as const

/** Life-cycle factor of renewable output without a more exact type, gCO2eq/kWh: small biomass plants in most countries. */
const otherRenewableGCo2eqPerKwh = 230

/**
 * Factors for the mixes of neighbours (docs/methodology/consumption.md#types-and-factors): French types keep theirs, a further fuel takes the factor of the
 * French type that it resembles. `OTHER` has the conservative factor in the life cycle and that of gas in direct emissions, because most of it is gas-fired
 * cogeneration.
 *
 * @param lifeCycle factors of the French types in force, gCO2eq/kWh; a type without a factor stays without one
 */
export function createNeighbourFactors(lifeCycle: Readonly<Record<string, number>>): FactorsByRule {
  return {
    lifeCycle: {
      ...addFuels(lifeCycle),
      OTHER_RENEWABLE: otherRenewableGCo2eqPerKwh,
      OTHER: unmappedGCo2eqPerKwh,
    },
    direct: {
      ...addFuels(operatorDirectFactors),
      OTHER_RENEWABLE: 0,
      OTHER: operatorDirectFactors['FOSSIL_GAS'] ?? unmappedGCo2eqPerKwh,
    },
  }
}

function addFuels(factors: Readonly<Record<string, number>>): Record<string, number> {
  const fuels = Object.entries(typeOfFuel).flatMap(([fuel, type]) => {
    const factor = factors[type]
    return factor === undefined ? [] : [[fuel, factor] as const]
  })
  return { ...factors, ...Object.fromEntries(fuels) }
}
