import type { PlausibleRange } from './feed.ts'

/**
 * What each production type can plausibly produce in France, MW. Upper ends lie above the installed capacity of 2026. Lower
 * ends lie below the lowest real hour of the recorded years 2020–2025 (nuclear 20.1 GW, run-of-river 1.5 GW, gas 223 MW,
 * onshore wind 183 MW; nuclear fell to 18.5 GW in August 2022): these types never stand still, and a value near 0 is a fault
 * of the source. In autumn 2024 the operator's API sent nuclear near 0 and then above 100 GW, on 2025-04-18 wind at 0.
 */
const rangeByType: Readonly<Record<string, PlausibleRange>> = {
  BIOMASS: { min: -50, max: 2_500 },
  FOSSIL_GAS: { min: 50, max: 15_000 },
  FOSSIL_HARD_COAL: { min: -100, max: 5_000 },
  FOSSIL_OIL: { min: -100, max: 6_000 },
  GEOTHERMAL: { min: -10, max: 500 },
  HYDRO_PUMPED_STORAGE: { min: -5_500, max: 5_500 },
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: { min: 800, max: 12_000 },
  HYDRO_WATER_RESERVOIR: { min: -100, max: 10_000 },
  MARINE: { min: -10, max: 500 },
  NUCLEAR: { min: 12_000, max: 65_000 },
  SOLAR: { min: -50, max: 32_000 },
  WASTE: { min: -50, max: 1_500 },
  WIND_OFFSHORE: { min: -50, max: 6_000 },
  WIND_ONSHORE: { min: 100, max: 26_000 },
}

/** A type that is not known yet: anything below the largest fleet is believed. */
const unknownTypeRangeMw: PlausibleRange = { min: -1_000, max: 65_000 }

/** Range of a generation series (`TYPE` or `TYPE/PART`). */
export function generationRangeMw(series: string): PlausibleRange {
  return rangeByType[series.split('/', 1)[0] ?? series] ?? unknownTypeRangeMw
}

/** Range of one direction of a border: 10.2 GW has been seen with Germany and Belgium recorded as one. */
export function flowRangeMw(): PlausibleRange {
  return { min: 0, max: 15_000 }
}

/** Range of a forecast of generation (`<forecast type>/<production type>`): that of the production type. */
export function forecastRangeMw(series: string): PlausibleRange {
  return generationRangeMw(series.slice(series.indexOf('/') + 1))
}

/** Range of consumption and its forecasts, MW: recorded are 27.6 to 88 GW, the highest ever was 102.1 GW (February 2012). */
export function consumptionRangeMw(): PlausibleRange {
  return { min: 20_000, max: 115_000 }
}

/** Range of the day-ahead price, EUR/MWh: the limits of the European auction (recorded are −134.94 to 2 987.78). */
export function dayAheadPriceRange(): PlausibleRange {
  return { min: -500, max: 4_000 }
}

/** Range of the volume of the day-ahead auction, MW: more than the whole consumption is never traded. */
export function auctionVolumeRangeMw(): PlausibleRange {
  return { min: 0, max: 115_000 }
}
