import { mixSeries, type QuarterPowerMw } from './quarter-hour.ts'

type PowerOf = (quarter: QuarterPowerMw) => number | null

/** Production types of the hourly feed and their power in a quarter-hour. */
const hourlyTypes: readonly (readonly [string, PowerOf])[] = [
  ['BIOMASS', (quarter) => addKnown(quarter.biomass, quarter.biogas)],
  ['FOSSIL_GAS', (quarter) => quarter.gas],
  ['FOSSIL_HARD_COAL', (quarter) => quarter.coal],
  ['FOSSIL_OIL', (quarter) => quarter.oil],
  ['HYDRO_PUMPED_STORAGE', (quarter) => addKnown(quarter.hydroTurbined, quarter.pumping)],
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
export function toHourlyPowerMw(quarters: readonly (QuarterPowerMw | null)[]): Map<string, number> {
  const powerMwByType = new Map<string, number>()
  for (const [productionType, powerOf] of hourlyTypes) {
    const valuesMw = quarters.map((quarter) => (quarter === null ? null : powerOf(quarter)))
    const meanMw = computeMeanOfKnown(valuesMw)
    if (meanMw !== null) powerMwByType.set(productionType, meanMw)
  }
  return powerMwByType
}

/** Adds the operator's `TOTAL`: the sum of every other type, negative pumped storage included. */
export function addTotal(powerMwByType: ReadonlyMap<string, number>): Map<string, number> {
  if (powerMwByType.size === 0) return new Map()
  const totalMw = [...powerMwByType.values()].reduce((sum, powerMw) => sum + powerMw, 0)
  return new Map([...powerMwByType, ['TOTAL', totalMw]])
}

/** Mean of the values; null when one of them is null or there is none. */
export function computeMeanOfKnown(values: readonly (number | null)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return values.length === 0 ? null : sum / values.length
}

function addKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

/**
 * Values of one quarter-hour by `TYPE/SUBTYPE`, MW; unknown values are absent. Pumped storage is turbining only (at least 0);
 * pumping is a series of its own. Wind without a split is onshore: offshore wind started after the split.
 */
export function toMixPowerMw(quarter: QuarterPowerMw): Map<string, number> {
  return new Map(
    mixSeries.flatMap(({ key, field }) => {
      const powerMw = field === 'windOnshore' ? (quarter.windOnshore ?? quarter.wind) : quarter[field]
      return powerMw === null ? [] : [[key, powerMw] as const]
    }),
  )
}
