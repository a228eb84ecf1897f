import type { MixSlot } from '@hexawatt/shared/contract/dashboard'
import type { ProductionType } from '@hexawatt/shared/grid/production-types'

/** Groups of production types in charts and tables, in stacking order. */
export const mixGroups = ['nuclear', 'hydro', 'wind', 'solar', 'bio', 'gas', 'coal', 'oil', 'other'] as const
export type MixGroup = (typeof mixGroups)[number]

const groupByType: Readonly<Record<ProductionType, MixGroup>> = {
  NUCLEAR: 'nuclear',
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 'hydro',
  HYDRO_WATER_RESERVOIR: 'hydro',
  HYDRO_PUMPED_STORAGE: 'hydro',
  WIND_ONSHORE: 'wind',
  WIND_OFFSHORE: 'wind',
  SOLAR: 'solar',
  BIOMASS: 'bio',
  WASTE: 'bio',
  FOSSIL_GAS: 'gas',
  FOSSIL_HARD_COAL: 'coal',
  FOSSIL_OIL: 'oil',
  GEOTHERMAL: 'other',
  MARINE: 'other',
}

/** Mean power of each group in an hour, MW; null when the hour is unknown. Unknown types count as other. */
export function groupPowerMw({ powerMW }: Pick<MixSlot, 'powerMW'>): Readonly<Record<MixGroup, number>> | null {
  if (powerMW === null) return null
  const sums: Record<MixGroup, number> = {
    nuclear: 0,
    hydro: 0,
    wind: 0,
    solar: 0,
    bio: 0,
    gas: 0,
    coal: 0,
    oil: 0,
    other: 0,
  }
  for (const [type, powerMw] of Object.entries(powerMW)) sums[groupOf(type)] += powerMw
  return sums
}

/** Groups that produce in these hours. */
export function presentGroups(slots: readonly MixSlot[]): MixGroup[] {
  const powers = slots.map(groupPowerMw)
  return mixGroups.filter((group) => powers.some((power) => (power?.[group] ?? 0) > 0))
}

function groupOf(type: string): MixGroup {
  return Object.entries(groupByType).find(([known]) => known === type)?.[1] ?? 'other'
}
