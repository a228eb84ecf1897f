import { sumOrNull } from '../bounds/numbers.ts'
import { recordFromEntries } from '../bounds/record-from-entries.ts'
import type { ProductionType } from '../grid/production-types.ts'
import { type RegionalPowerMw, type RegionalProduction, regionalProductions } from '../grid/regions.ts'
import { operatorDirectFactors } from './emission-factors.ts'
import { computeProductionIntensity, type PowerMwByType } from './intensity.ts'

/** Production types of each published figure. Wind has no split: offshore parks lie in few regions, so that the national shares would be wrong. */
const typesByProduction = {
  thermal: ['FOSSIL_GAS', 'FOSSIL_HARD_COAL', 'FOSSIL_OIL'],
  nuclear: ['NUCLEAR'],
  wind: ['WIND_ONSHORE'],
  solar: ['SOLAR'],
  hydro: ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'HYDRO_WATER_RESERVOIR', 'HYDRO_PUMPED_STORAGE'],
  bioenergy: ['BIOMASS', 'WASTE'],
} as const satisfies Readonly<Record<RegionalProduction, readonly ProductionType[]>>
type RegionalType = (typeof typesByProduction)[RegionalProduction][number]

/** Every production type of a region's mix, in the order in which it is served. */
export const regionalTypes: readonly RegionalType[] = Object.values(typesByProduction).flat().toSorted()

/** Carbon intensity of a region over a quarter-hour, production boundary, unrounded; null = unknown. */
export type RegionalIntensity = {
  /** With life-cycle factors, gCO2eq/kWh. */
  gCo2eqPerKwh: number | null
  /** With the operator's direct factors, g/kWh. */
  directGCo2PerKwh: number | null
  totalGenerationMw: number | null
  /** MW ≥ 0 by type, in the order of {@link regionalTypes}. */
  mix: { productionType: string; powerMw: number | null }[]
}

/** National data behind the mixes of all regions. */
export type RegionalBasis = {
  /** National mix of the same quarter-hour, MW by production type. */
  nationalMw: PowerMwByType
  /** Life-cycle factor by production type, gCO2eq/kWh. */
  gCo2eqPerKwhByType: Readonly<Record<string, number>>
}

/**
 * Carbon intensity of a region's production (docs/methodology/carbon.md#regions): thermal power, hydro and bioenergy are split by the national shares of the same
 * quarter-hour, then weighed like the national mix. One unknown type leaves the intensity unknown; it never counts as 0.
 *
 * @param powerMw published figures of the region
 * @param hasNuclear without a nuclear plant an absent figure of nuclear power is 0
 */
export function computeRegionalIntensity(
  powerMw: RegionalPowerMw,
  { nationalMw, gCo2eqPerKwhByType }: RegionalBasis,
  hasNuclear: boolean,
): RegionalIntensity {
  const produced = recordFromEntries(regionalProductions, (production) =>
    toGeneratedMw(powerMw, production, hasNuclear),
  )
  const byType = new Map(regionalProductions.flatMap((name) => splitByType(name, produced[name], nationalMw)))
  const mix = regionalTypes.map((productionType) => ({ productionType, powerMw: byType.get(productionType) ?? null }))
  const known = mix.flatMap(({ productionType, powerMw: mw }) => (mw === null ? [] : [[productionType, mw] as const]))
  const whole: PowerMwByType = known.length === mix.length ? Object.fromEntries(known) : {}
  return {
    gCo2eqPerKwh: computeProductionIntensity(whole, gCo2eqPerKwhByType)?.gCo2eqPerKwh ?? null,
    directGCo2PerKwh: computeProductionIntensity(whole, operatorDirectFactors)?.gCo2eqPerKwh ?? null,
    totalGenerationMw: sumOrNull(Object.values(produced)),
    mix,
  }
}

/** Generation of one figure, MW ≥ 0: own consumption of a plant counts as 0, as in the national mix. */
function toGeneratedMw(powerMw: RegionalPowerMw, production: RegionalProduction, hasNuclear: boolean): number | null {
  const published = powerMw[production] ?? (production === 'nuclear' && !hasNuclear ? 0 : null)
  return published === null ? null : Math.max(0, published)
}

/** Divides a figure by type in proportion to the national mix; all parts are unknown when the mix lacks one of the types or has none of them. */
function splitByType(
  production: RegionalProduction,
  powerMw: number | null,
  nationalMw: PowerMwByType,
): [RegionalType, number | null][] {
  const types: readonly RegionalType[] = typesByProduction[production]
  if (types.length === 1 || powerMw === null || powerMw === 0) return types.map((type) => [type, powerMw])
  const nationalParts = types.map((type) => nationalMw[type] ?? null)
  const nationalSum = sumOrNull(nationalParts.map((mw) => mw && Math.max(0, mw)))
  if (nationalSum === null || nationalSum === 0) return types.map((type) => [type, null])
  return types.map((type) => [type, (powerMw * Math.max(0, nationalMw[type] ?? 0)) / nationalSum])
}
