export type PowerRangeMw = { minMw: number; maxMw: number }

/**
 * What each production type can plausibly produce in France, MW. Upper ends lie above the installed capacity of 2026. Lower
 * ends lie below the lowest real hour of the recorded years 2020–2025 (nuclear 20.1 GW, run-of-river 1.5 GW, gas 223 MW,
 * onshore wind 183 MW; nuclear fell to 18.5 GW in August 2022): these types never stand still, and a value near 0 is a fault
 * of the source. In autumn 2024 the operator's API sent nuclear near 0 and then above 100 GW, on 2025-04-18 wind at 0.
 */
const rangeByType: Readonly<Record<string, PowerRangeMw>> = {
  BIOMASS: { minMw: -50, maxMw: 2_500 },
  FOSSIL_GAS: { minMw: 50, maxMw: 15_000 },
  FOSSIL_HARD_COAL: { minMw: -100, maxMw: 5_000 },
  FOSSIL_OIL: { minMw: -100, maxMw: 6_000 },
  GEOTHERMAL: { minMw: -10, maxMw: 500 },
  HYDRO_PUMPED_STORAGE: { minMw: -5_500, maxMw: 5_500 },
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: { minMw: 800, maxMw: 12_000 },
  HYDRO_WATER_RESERVOIR: { minMw: -100, maxMw: 10_000 },
  MARINE: { minMw: -10, maxMw: 500 },
  NUCLEAR: { minMw: 12_000, maxMw: 65_000 },
  SOLAR: { minMw: -50, maxMw: 32_000 },
  WASTE: { minMw: -50, maxMw: 1_500 },
  WIND_OFFSHORE: { minMw: -50, maxMw: 6_000 },
  WIND_ONSHORE: { minMw: 100, maxMw: 26_000 },
}

/** A type that is not known yet: anything below the largest fleet is believed. */
const unknownTypeRangeMw: PowerRangeMw = { minMw: -1_000, maxMw: 65_000 }

/** Range of a generation series (`TYPE` or `TYPE/PART`). */
export function generationRangeMw(series: string): PowerRangeMw {
  return rangeByType[series.split('/', 1)[0] ?? series] ?? unknownTypeRangeMw
}

/** Range of one direction of a border: 10.2 GW has been seen with Germany and Belgium recorded as one. */
export function flowRangeMw(): PowerRangeMw {
  return { minMw: 0, maxMw: 15_000 }
}
