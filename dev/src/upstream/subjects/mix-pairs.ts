import type { QuarterField, QuarterPowerMw } from './quarter-hour.ts'

/** `TYPE/SUBTYPE` of the 15-minute mix and the field it is made of, in the operator's order. */
const mixPairs: readonly (readonly [string, QuarterField])[] = [
  ['BIOENERGY/BIOGAS', 'biogas'],
  ['BIOENERGY/BIOMASS', 'biomass'],
  ['BIOENERGY/TOTAL', 'bioenergy'],
  ['BIOENERGY/WASTE', 'waste'],
  ['EXCHANGE/TOTAL', 'exchange'],
  ['FOSSIL_GAS/FOSSIL_GAS_CCGT', 'gasCcgt'],
  ['FOSSIL_GAS/FOSSIL_GAS_CHP', 'gasChp'],
  ['FOSSIL_GAS/FOSSIL_GAS_CT', 'gasCt'],
  ['FOSSIL_GAS/FOSSIL_GAS_OTHER', 'gasOther'],
  ['FOSSIL_GAS/TOTAL', 'gas'],
  ['FOSSIL_HARD_COAL/TOTAL', 'coal'],
  ['FOSSIL_OIL/FOSSIL_OIL_CHP', 'oilChp'],
  ['FOSSIL_OIL/FOSSIL_OIL_CT', 'oilCt'],
  ['FOSSIL_OIL/FOSSIL_OIL_OTHER', 'oilOther'],
  ['FOSSIL_OIL/TOTAL', 'oil'],
  ['HYDRO/HYDRO_PUMPED_STORAGE', 'hydroTurbined'],
  ['HYDRO/HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'hydroRunOfRiver'],
  ['HYDRO/HYDRO_WATER_RESERVOIR', 'hydroReservoir'],
  ['HYDRO/TOTAL', 'hydro'],
  ['NUCLEAR/TOTAL', 'nuclear'],
  ['PUMPING/TOTAL', 'pumping'],
  ['SOLAR/TOTAL', 'solar'],
  ['WIND/TOTAL', 'wind'],
  ['WIND/WIND_OFFSHORE', 'windOffshore'],
]

/**
 * Values of one quarter-hour by `TYPE/SUBTYPE`, MW; what is not known is absent. Pumped storage is turbining only here
 * (at least 0) with pumping beside it. Without a split, wind is onshore: there was no sea wind before there was a split.
 */
export function mixPowerMw(quarter: QuarterPowerMw): Map<string, number> {
  const powerMwByKey = new Map<string, number>()
  for (const [key, field] of mixPairs) {
    const powerMw = quarter[field]
    if (powerMw !== null) powerMwByKey.set(key, powerMw)
  }
  const onshoreMw = quarter.windOnshore ?? quarter.wind
  if (onshoreMw !== null) powerMwByKey.set('WIND/WIND_ONSHORE', onshoreMw)
  return powerMwByKey
}
