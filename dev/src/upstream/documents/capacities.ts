import type { ProductionType } from '@hexawatt/shared/grid/production-types'
import { toParisInstant, toParisYear } from '@hexawatt/shared/time/paris'
import type { TimeWindow } from '../subjects/span.ts'
import { nuclearInstalledMw } from './generating-units.ts'

/** Year of the table. */
const tableYear = 2026

/** Approximate installed power of 2026 and its yearly growth, MW. */
const table: readonly (readonly [type: ProductionType, installedMw: number, growthMw: number])[] = [
  ['BIOMASS', 1_300, 60],
  ['FOSSIL_GAS', 12_500, 0],
  ['FOSSIL_HARD_COAL', 1_800, 0],
  ['FOSSIL_OIL', 2_300, -50],
  ['HYDRO_PUMPED_STORAGE', 5_000, 0],
  ['HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 10_500, 15],
  ['HYDRO_WATER_RESERVOIR', 8_500, 0],
  ['NUCLEAR', nuclearInstalledMw, 0],
  ['SOLAR', 30_000, 3_800],
  ['WASTE', 900, 5],
  ['WIND_OFFSHORE', 2_200, 550],
  ['WIND_ONSHORE', 24_500, 1_300],
]

/** Installed power of one production type in one civil year, MW. */
export type YearlyCapacity = { year: number; type: ProductionType; installedMw: number }

/** Generated capacities of a year, MW: a linear trend through the table; a type without capacity is absent. */
export function generateCapacities(year: number): YearlyCapacity[] {
  return table
    .map(([type, tableMw, growthMw]) => ({ year, type, installedMw: tableMw + growthMw * (year - tableYear) }))
    .filter(({ installedMw }) => installedMw > 0)
}

/** A year's capacities are published a week before it begins (Regulation (EU) 543/2013, article 14). */
const publicationDay = Temporal.PlainMonthDay.from('12-24')
const publicationTime = Temporal.PlainTime.from('12:00')

export function findCapacityPublication(year: number): Temporal.Instant {
  return toParisInstant(publicationDay.toPlainDate({ year: year - 1 }), publicationTime)
}

/** The Paris civil years that a period touches and whose capacities are public, oldest first. */
export function listPublishedYears({ start, end }: TimeWindow, now: Temporal.Instant): number[] {
  const firstYear = toParisYear(start)
  const lastYear = toParisYear(end.subtract({ nanoseconds: 1 }))
  const years = Array.from({ length: Math.max(0, lastYear - firstYear + 1) }, (_, index) => firstYear + index)
  return years.filter((year) => Temporal.Instant.compare(findCapacityPublication(year), now) <= 0)
}
