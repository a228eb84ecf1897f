import type { PlausibleRange } from '../feed.ts'

/**
 * What can plausibly stand in France of each production type, MW: around the fleets of 2015 to 2026 with room for what the
 * national programme plans. The operator's sandbox answers with dummies (nuclear 98 MW), which must not be taken for a fleet.
 */
const rangeByType: Readonly<Record<string, PlausibleRange>> = {
  BIOMASS: { min: 100, max: 5_000 },
  FOSSIL_GAS: { min: 5_000, max: 20_000 },
  FOSSIL_HARD_COAL: { min: 0, max: 8_000 },
  FOSSIL_OIL: { min: 0, max: 12_000 },
  GEOTHERMAL: { min: 0, max: 1_000 },
  HYDRO_PUMPED_STORAGE: { min: 1_000, max: 10_000 },
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: { min: 5_000, max: 20_000 },
  HYDRO_WATER_RESERVOIR: { min: 3_000, max: 20_000 },
  MARINE: { min: 0, max: 2_000 },
  NUCLEAR: { min: 40_000, max: 85_000 },
  SOLAR: { min: 3_000, max: 120_000 },
  WASTE: { min: 100, max: 5_000 },
  WIND_OFFSHORE: { min: 0, max: 45_000 },
  WIND_ONSHORE: { min: 5_000, max: 60_000 },
}

/** A type that is not known yet: anything below the largest fleet that is planned is believed. */
const unknownTypeRangeMw: PlausibleRange = { min: 0, max: 120_000 }

/** Range of the installed capacity of a production type, MW. */
export function installedCapacityRangeMw(productionType: string): PlausibleRange {
  return rangeByType[productionType] ?? unknownTypeRangeMw
}
