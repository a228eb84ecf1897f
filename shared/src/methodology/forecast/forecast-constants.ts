/**
 * Numbers of the forecast, version 2 ("analog mix"), frozen with the version. Fitted on the recorded hours of 2023-01-14 … 2025-01-13
 * (ENTSO-E Transparency Platform: generation by type, day-ahead prices and forecasts), each from hours that had passed. They are the
 * product's own; the recordings themselves are not shipped.
 */

/** Weights of the deviations e(l), e(b) and mean e(l−23…l) in the served mix (docs/methodology/forecast.md#analog-mix). */
export type DeviationWeights = readonly [newest: number, sameHour: number, dayMean: number]

/** Last lead of each row of {@link deviationWeights}; without weather there are the first six. Lead 0, the hour in progress, takes the first row. */
export const deviationLastLeads = [3, 6, 12, 24, 36, 48, 60, 72] as const

/** Types whose generation the analog mix projects, MW; fossil ones in ln(MW + offset), so that their sums follow ratios. */
export const analogTypes = [
  { type: 'NUCLEAR', logOffsetMw: null },
  { type: 'FOSSIL_GAS', logOffsetMw: 300 },
  { type: 'FOSSIL_HARD_COAL', logOffsetMw: 60 },
  { type: 'FOSSIL_OIL', logOffsetMw: 100 },
  { type: 'HYDRO_PUMPED_STORAGE', logOffsetMw: null },
  { type: 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', logOffsetMw: null },
  { type: 'HYDRO_WATER_RESERVOIR', logOffsetMw: null },
  { type: 'BIOMASS', logOffsetMw: null },
  { type: 'WASTE', logOffsetMw: null },
] as const

export type AnalogType = (typeof analogTypes)[number]['type']

/** Rows by lead bucket: 1–3, 4–6, 7–12, 13–24, 25–36, 37–48 h. */
const deviationWeights: Readonly<Record<AnalogType, readonly DeviationWeights[]>> = {
  NUCLEAR: [
    [0.64, 0.04, 0.35],
    [0.5, 0.05, 0.44],
    [0.48, 0.07, 0.36],
    [0.35, 0.12, 0.34],
    [0.4, -0.03, 0.43],
    [0.33, 0.07, 0.26],
  ],
  FOSSIL_GAS: [
    [0.54, 0.08, 0.27],
    [0.35, 0.09, 0.36],
    [0.32, 0.11, 0.28],
    [0.22, 0.13, 0.27],
    [0.26, 0.04, 0.32],
    [0.17, 0.09, 0.21],
  ],
  FOSSIL_HARD_COAL: [
    [0.93, -0.02, 0.07],
    [0.87, -0.07, 0.1],
    [0.78, -0.08, 0.05],
    [0.54, -0.01, -0.03],
    [0.48, -0.04, -0.03],
    [0.36, 0.02, -0.21],
  ],
  FOSSIL_OIL: [
    [0.28, -0.01, 0.09],
    [0.12, -0.03, 0.11],
    [0.1, -0.02, 0.07],
    [0.03, -0.01, 0.1],
    [0.05, 0.01, 0.13],
    [0.03, 0.0, 0.1],
  ],
  HYDRO_PUMPED_STORAGE: [
    [0.07, 0.38, 0.1],
    [-0.02, 0.36, 0.16],
    [0.09, 0.37, 0.02],
    [0.02, 0.37, 0.02],
    [0.01, 0.32, 0.02],
    [0.0, 0.29, -0.01],
  ],
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: [
    [0.43, 0.35, 0.36],
    [0.28, 0.34, 0.54],
    [0.44, 0.32, 0.39],
    [0.29, 0.43, 0.41],
    [0.37, 0.29, 0.55],
    [0.28, 0.36, 0.5],
  ],
  HYDRO_WATER_RESERVOIR: [
    [0.25, 0.28, 0.3],
    [0.14, 0.26, 0.36],
    [0.2, 0.27, 0.24],
    [0.1, 0.29, 0.26],
    [0.12, 0.25, 0.27],
    [0.08, 0.24, 0.23],
  ],
  BIOMASS: [
    [0.89, -0.07, 0.25],
    [0.87, -0.11, 0.29],
    [0.86, -0.09, 0.2],
    [0.73, 0.05, 0.08],
    [0.73, -0.06, 0.21],
    [0.59, 0.05, 0.08],
  ],
  WASTE: [
    [0.88, -0.01, 0.18],
    [0.79, -0.01, 0.21],
    [0.66, 0.0, 0.23],
    [0.48, 0.02, 0.27],
    [0.41, -0.02, 0.41],
    [0.3, -0.02, 0.43],
  ],
}

/**
 * Coefficients β of a price beyond the auction by state (docs/methodology/forecast.md#drivers-of-the-target-hour), on [1, load, wind, sun, price of the last auctioned day, its level].
 * States 0–3 and those that are not here take the row 4 + hg.
 */
const priceCoefficients: Readonly<Record<number, readonly number[]>> = {
  4: [-0.0062, 0.0791, -0.2794, 0.0, -0.1994, 0.6614],
  5: [-0.0391, 0.4453, -0.2658, -0.157, -0.2355, 0.5955],
  6: [-0.0206, 0.4269, -0.2907, -0.1449, -0.0297, 0.2962],
  7: [-0.0313, 0.27, -0.1734, -0.1764, 0.3168, -0.0041],
  12: [-0.0116, 0.0665, -0.2526, 0.0, -0.1766, 0.3969],
  13: [-0.05, 0.4174, -0.2513, -0.0321, -0.2661, 0.4247],
  14: [-0.0192, 0.1463, -0.189, 0.0516, -0.0357, 0.1897],
}

/** The constants that a fit gives: all others are choices of the method. */
export type ForecastConstants = {
  deviationWeights: Readonly<Record<AnalogType, readonly DeviationWeights[]>>
  priceCoefficients: Readonly<Record<number, readonly number[]>>
  /** β beyond 48 hours; a state that is not here takes its row of the nearer hours. */
  farPriceCoefficients: Readonly<Record<number, readonly number[]>>
}

export const shippedConstants: ForecastConstants = { deviationWeights, priceCoefficients, farPriceCoefficients: {} }

/** Buckets of leads whose errors make a band (docs/methodology/forecast.md#bands), by their last lead. */
export const bandLastLeads = [1, 2, 3, 6, 9, 12, 18, 24, 30, 36, 48, 60, 72] as const

/** Quantiles 10 and 90 % of z until a bucket has 100 errors, by the buckets of {@link deviationLastLeads}. */
export const frozenQuantiles = [
  [-0.34, 0.37],
  [-0.38, 0.43],
  [-0.4, 0.47],
  [-0.44, 0.56],
  [-0.54, 0.7],
  [-0.61, 0.79],
  [-0.66, 0.85],
  [-0.66, 0.85],
] as const

/** Index of the bucket that holds a lead, hours. */
export function findLeadBucket(lastLeads: readonly number[], lead: number): number {
  const bucket = lastLeads.findIndex((last) => lead <= last)
  return bucket === -1 ? lastLeads.length - 1 : bucket
}
