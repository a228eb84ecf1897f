import { isLowCarbon, isRenewable, nonGenerationTypes } from '../grid/production-types.ts'

/** Average power of the slot by production type, MW. Absent = unknown. */
export type PowerMwByType = Readonly<Record<string, number>>

/** Factor of an unmapped type: conservative, above every thermal factor but coal and oil. */
const unmappedGCo2eqPerKwh = 700

export type ProductionIntensity = {
  /** Production boundary, gCO2eq/kWh, unrounded. */
  gCo2eqPerKwh: number
  totalMw: number
  lowCarbonPct: number
  renewablePct: number
  /** Generation by type, MW ≥ 0, largest first, ties by code. */
  mix: { productionType: string; powerMw: number }[]
  /** Types of the mix without a factor, sorted. */
  unmappedProductionTypes: string[]
}

/**
 * Carbon intensity of production: Σ MWᵢ·fᵢ / Σ MWᵢ (methodology, "Carbon, production boundary").
 * Sums, exchanges and pumping are dropped; a negative value counts as 0 MW of generation; a type without a factor takes 700.
 *
 * @param powerMwByType average MW of the slot by production type
 * @param gCo2eqPerKwhByType emission factor by production type
 * @returns null when nothing is generated: that is missing data, never 0 g
 */
export function productionIntensity(
  powerMwByType: PowerMwByType,
  gCo2eqPerKwhByType: Readonly<Record<string, number>>,
): ProductionIntensity | null {
  const mix = generationMix(powerMwByType)
  const totalMw = sumMw(mix)
  if (!(totalMw > 0)) return null
  const emissions = mix.reduce(
    (sum, { productionType, powerMw }) => sum + powerMw * (gCo2eqPerKwhByType[productionType] ?? unmappedGCo2eqPerKwh),
    0,
  )
  return {
    gCo2eqPerKwh: emissions / totalMw,
    totalMw,
    lowCarbonPct: (100 * sumMw(mix.filter((entry) => isLowCarbon(entry.productionType)))) / totalMw,
    renewablePct: (100 * sumMw(mix.filter((entry) => isRenewable(entry.productionType)))) / totalMw,
    mix,
    unmappedProductionTypes: mix
      .map((entry) => entry.productionType)
      .filter((type) => gCo2eqPerKwhByType[type] === undefined)
      .sort(),
  }
}

function generationMix(powerMwByType: PowerMwByType): ProductionIntensity['mix'] {
  return Object.entries(powerMwByType)
    .filter(([productionType]) => !nonGenerationTypes.has(productionType))
    .map(([productionType, powerMw]) => ({ productionType, powerMw: Math.max(0, powerMw) }))
    .sort((a, b) => b.powerMw - a.powerMw || (a.productionType < b.productionType ? -1 : 1))
}

function sumMw(mix: ProductionIntensity['mix']): number {
  return mix.reduce((sum, entry) => sum + entry.powerMw, 0)
}
