import { tariffColorCodes } from './public-signals.ts'

/** Both ends included, in the unit of the series. */
export type PlausibleRange = { min: number; max: number }

type RangeByName = Readonly<Record<string, PlausibleRange>>

/**
 * Plausible generation of each production type in France, MW. Upper ends lie above the installed capacity of 2026. Lower
 * ends lie below the lowest real hour of the recorded years 2020–2025 (nuclear 20.1 GW, run-of-river 1.5 GW, gas 223 MW,
 * onshore wind 183 MW; nuclear fell to 18.5 GW in August 2022): these types never reach 0, so a value near 0 is an error
 * of the source. In autumn 2024 the operator's API sent nuclear near 0 and then above 100 GW, on 2025-04-18 wind at 0.
 */
const generationMwByType: RangeByName = {
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
/** An unknown type: anything below the largest fleet is accepted. */
const unknownTypeGenerationMw: PlausibleRange = { min: -1_000, max: 65_000 }

/**
 * Plausible installed capacity of each production type in France, MW: around the fleets of 2015 to 2026 with room for the national
 * programme. The operator's sandbox answers with dummy values (nuclear 98 MW), which must be refused.
 */
const capacityMwByType: RangeByName = {
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
/** An unknown type: anything below the largest planned fleet is accepted. */
const unknownTypeCapacityMw: PlausibleRange = { min: 0, max: 120_000 }

/** Recorded are 27.6 to 88 GW, the highest ever was 102.1 GW (February 2012). */
const consumptionMw: PlausibleRange = { min: 20_000, max: 115_000 }

/** 10.2 GW has been seen with Germany and Belgium recorded as one. */
const flowMw: PlausibleRange = { min: 0, max: 15_000 }

/**
 * Harmonised minimum and maximum clearing price of the European day-ahead auction, EUR/MWh (recorded are −134.94 to 2 987.78). Source: NEMO Committee, in
 * force since May 2022 (the increase to 5 000 of September 2022 was suspended). The auction moves them when prices come near them, some weeks later: settings
 * replace them.
 */
export const dayAheadPriceLimits: PlausibleRange = { min: -500, max: 4_000 }
/** Never more than the whole consumption. */
const auctionVolumeMw: PlausibleRange = { min: 0, max: 115_000 }

const imbalanceBySeries: RangeByName = {
  /** A quarter of an hour with an imbalance of 20 GW, MWh: more than France has ever had. */
  IMBALANCE: { min: -5_000, max: 5_000 },
  TREND: { min: -1, max: 1 },
}
/** Settlement prices follow the balancing platforms, whose technical limit is ±15 000 EUR/MWh. */
const settlementPrice: PlausibleRange = { min: -20_000, max: 20_000 }

/** Only an hour can be low-carbon (level 0): levels of a day begin at 1. */
const signalLevelBySeries: RangeByName = { DAY: { min: 1, max: 3 } }
const hourLevel: PlausibleRange = { min: 0, max: 3 }

/** Series `TYPE` or `TYPE/PART`. */
function generationMw(series: string): PlausibleRange {
  return generationMwByType[series.split('/', 1)[0] ?? series] ?? unknownTypeGenerationMw
}

/** Plausible ranges by kind of feed; each function returns the range of one series. */
export const plausibleRanges = {
  /** Series `TYPE` or `TYPE/PART`, MW. */
  generation: generationMw,
  /** Series `<forecast type>/<production type>`, MW: the range of the production type. */
  generationForecast: (series: string) => generationMw(series.slice(series.indexOf('/') + 1)),
  /** Series = production type, MW. */
  installedCapacity: (series: string) => capacityMwByType[series] ?? unknownTypeCapacityMw,
  /** Realised or forecast, MW. */
  consumption: () => consumptionMw,
  /** One direction of a border, MW. */
  flow: () => flowMw,
  /** Series `PRICE` in EUR/MWh, `VOLUME` in MW. */
  auction: (series: string) => (series === 'PRICE' ? dayAheadPriceLimits : auctionVolumeMw),
  imbalance: (series: string) => imbalanceBySeries[series] ?? settlementPrice,
  signalLevel: (series: string) => signalLevelBySeries[series] ?? hourLevel,
  tariffColor: () => ({ min: tariffColorCodes.BLUE, max: tariffColorCodes.RED }),
} satisfies Record<string, (series: string) => PlausibleRange>
