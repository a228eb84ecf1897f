import type { QuarterField, QuarterPowerMw } from './quarter-hour.ts'

type PowerOf = (quarter: QuarterPowerMw) => number | null

/** Production types of the hourly feed and their power in a quarter-hour. */
const hourlyTypes: readonly (readonly [string, PowerOf])[] = [
  ['BIOMASS', (quarter) => sumKnown(quarter.biomass, quarter.biogas)],
  ['FOSSIL_GAS', (quarter) => quarter.gas],
  ['FOSSIL_HARD_COAL', (quarter) => quarter.coal],
  ['FOSSIL_OIL', (quarter) => quarter.oil],
  ['HYDRO_PUMPED_STORAGE', (quarter) => sumKnown(quarter.hydroTurbined, quarter.pumping)],
  ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', (quarter) => quarter.hydroRunOfRiver],
  ['HYDRO_WATER_RESERVOIR', (quarter) => quarter.hydroReservoir],
  ['NUCLEAR', (quarter) => quarter.nuclear],
  ['SOLAR', (quarter) => quarter.solar],
  ['WASTE', (quarter) => quarter.waste],
  ['WIND_OFFSHORE', (quarter) => quarter.windOffshore],
  ['WIND_ONSHORE', (quarter) => quarter.windOnshore ?? quarter.wind],
]

/**
 * Hourly mean by production type, MW. A type without a value in each of the four quarter-hours is absent.
 * Pumped storage is one signed series (negative = pumping).
 */
export function hourlyPowerMw(quarters: readonly (QuarterPowerMw | null)[]): Map<string, number> {
  const powerMwByType = new Map<string, number>()
  for (const [productionType, powerOf] of hourlyTypes) {
    const valuesMw = quarters.map((quarter) => (quarter === null ? null : powerOf(quarter)))
    const meanMw = meanOfKnown(valuesMw)
    if (meanMw !== null) powerMwByType.set(productionType, meanMw)
  }
  return powerMwByType
}

/** Adds the operator's `TOTAL`: the sum of every other type, negative pumped storage included. */
export function withTotal(powerMwByType: ReadonlyMap<string, number>): Map<string, number> {
  if (powerMwByType.size === 0) return new Map()
  const totalMw = [...powerMwByType.values()].reduce((sum, powerMw) => sum + powerMw, 0)
  return new Map([...powerMwByType, ['TOTAL', totalMw]])
}

/** Mean of the values; null when one of them is null or there is none. */
export function meanOfKnown(values: readonly (number | null)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return values.length === 0 ? null : sum / values.length
}

function sumKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

/** Production type of batteries, which the open sources publish and the operator's resource does not. */
export const batteryType = 'BATTERY'

/** `TYPE/SUBTYPE` of the 15-minute mix and its field, in the operator's order; batteries precede them. */
export const mixPairs: readonly (readonly [string, QuarterField])[] = [
  [`${batteryType}/CHARGE`, 'batteryCharge'],
  [`${batteryType}/DISCHARGE`, 'batteryDischarge'],
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
 * Values of one quarter-hour by `TYPE/SUBTYPE`, MW; unknown values are absent. Pumped storage is turbining only (at least 0);
 * pumping is a series of its own. Wind without a split is onshore: offshore wind started after the split.
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
