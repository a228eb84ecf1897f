import type { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { seedFactorSet, toGCo2eqPerKwhByType } from '@hexawatt/shared/methodology/emission-factors'
import { computeProductionIntensity } from '@hexawatt/shared/methodology/intensity'
import { mean, operatorFactors } from './published-figures.ts'

type Factors = Readonly<Record<string, number>>

/** The product's factors: life cycle. */
export const lifeCycleFactors: Factors = toGCo2eqPerKwhByType(seedFactorSet)

/** The operator's factors by the product's production types: types without combustion count 0. */
export const directFactors: Factors = {
  ...Object.fromEntries(Object.keys(lifeCycleFactors).map((type) => [type, 0])),
  FOSSIL_HARD_COAL: operatorFactors.charbon,
  FOSSIL_OIL: operatorFactors.fioul,
  FOSSIL_GAS: operatorFactors.gaz,
  BIOMASS: operatorFactors.bioenergies,
  WASTE: operatorFactors.bioenergies,
}

/** The order in which factors are exchanged, as the document tells it. */
const exchanges = {
  fossil: ['FOSSIL_HARD_COAL', 'FOSSIL_OIL', 'FOSSIL_GAS'],
  bioenergy: ['BIOMASS', 'WASTE'],
  nuclear: ['NUCLEAR'],
  renewable: ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'HYDRO_WATER_RESERVOIR', 'HYDRO_PUMPED_STORAGE', 'WIND', 'SOLAR'],
} as const
type Exchange = keyof typeof exchanges
export type FactorSteps = { direct: number } & Record<Exchange, number>

/**
 * Mean intensity of the served mixes by the product's own function: with the operator's factors, and after each exchange of a group
 * of factors for the product's.
 */
export function factorSteps(served: readonly CarbonIntensityResponse[]): FactorSteps {
  let factors = directFactors
  const exchanged = (exchange: Exchange): number => {
    factors = withLifeCycle(factors, exchanges[exchange])
    return meanIntensity(served, factors)
  }
  return {
    direct: meanIntensity(served, factors),
    fossil: exchanged('fossil'),
    bioenergy: exchanged('bioenergy'),
    nuclear: exchanged('nuclear'),
    renewable: exchanged('renewable'),
  }
}

/** Factors with the product's values for the types that begin with one of `names`. */
function withLifeCycle(factors: Factors, names: readonly string[]): Factors {
  const isExchanged = (type: string): boolean => names.some((name) => type.startsWith(name))
  return Object.fromEntries(
    Object.entries(factors).map(([type, grams]) => [
      type,
      isExchanged(type) ? (lifeCycleFactors[type] ?? grams) : grams,
    ]),
  )
}

function meanIntensity(served: readonly CarbonIntensityResponse[], factors: Factors): number {
  return mean(
    served.map(({ mix }) => {
      const powerMwByType = Object.fromEntries((mix ?? []).map((entry) => [entry.productionType ?? '', entry.valueMW]))
      return computeProductionIntensity(powerMwByType, factors)?.gCo2eqPerKwh ?? Number.NaN
    }),
  )
}
