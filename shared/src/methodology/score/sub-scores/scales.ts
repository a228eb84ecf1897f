/**
 * Scales of the sub-scores, frozen with `score` version 1 (docs/methodology/score.md#scales). Price and carbon were calibrated on the Paris days
 * 2024-01-14 … 2025-01-13; `bun run calibrate` prints the percentiles from the data.
 */

/** Day-ahead spot price, EUR/MWh: p2, p10, p25, p50, p75, p90, p98 and an end that still ranks crisis days. */
export const priceAnchors: readonly Anchor[] = [
  [-1.5, 100],
  [3.32, 90],
  [25.57, 75],
  [58.52, 50],
  [87.03, 25],
  [111.32, 12],
  [139.58, 6],
  [400, 0],
]

/** Intensity of production, gCO2eq/kWh: p2, p25, p50, p75, p90, p98 and the far end. */
export const carbonAnchors: readonly Anchor[] = [
  [14.09, 100],
  [17.5, 90],
  [22.53, 75],
  [29.29, 60],
  [44.53, 30],
  [57.9, 15],
  [90, 0],
]

/** Margin of generation over consumption, as a share of consumption. */
export const marginAnchors: readonly Anchor[] = [
  [0, 0],
  [0.15, 25],
  [0.4, 50],
  [0.8, 75],
  [1.3, 100],
]

/** Expected consumption less wind and sun, MW: p2 … p98; fallback of adequacy since score version 2. */
export const residualLoadAnchors: readonly Anchor[] = [
  [24_100, 100],
  [29_100, 90],
  [33_500, 75],
  [38_900, 50],
  [46_300, 25],
  [54_800, 10],
  [64_100, 0],
]

/** Expected consumption, MW: p2 … p98; fallback of adequacy where wind and sun are unknown too, and always in score version 1. */
export const consumptionAnchors: readonly Anchor[] = [
  [32_400, 100],
  [36_600, 90],
  [41_500, 75],
  [47_400, 50],
  [55_400, 25],
  [63_900, 10],
  [72_500, 0],
]

/** Score of each level of the grid signal (0–3). */
export const signalScores = [100, 80, 35, 0] as const

/** Median of the calibration year, EUR/MWh: last fallback of the price. */
export const medianPriceEurPerMwh = 58.52
/** Median of the calibration year, gCO2eq/kWh. */
export const medianGCo2eqPerKwh = 22.53
/** Median of the calibration year, MW. */
export const medianConsumptionMw = 47_400

/** A point of a scale: at `x` (unit of the scale) the sub-score is `score` (0–100). */
export type Anchor = readonly [x: number, score: number]

/** Score at `x` by linear interpolation between the anchors (ascending in x), constant outside. */
export function interpolateLinearly(anchors: readonly Anchor[], x: number): number {
  const [[x0, score0], [x1, score1]] = findAnchors(anchors, x)
  // From the upper end: at an anchor the result is exact, although binary product and quotient need not cancel.
  return x1 === x0 ? score1 : score1 - ((score1 - score0) * (x1 - x)) / (x1 - x0)
}

/** The anchors between which the score at `x` lies; the same one twice outside of the scale. */
export function findAnchors(anchors: readonly Anchor[], x: number): readonly [lower: Anchor, upper: Anchor] {
  const at = anchors.findIndex(([anchorX]) => x <= anchorX)
  const upper = anchors.at(at) ?? [Number.NaN, Number.NaN]
  return [at > 0 ? (anchors[at - 1] ?? upper) : upper, upper]
}
