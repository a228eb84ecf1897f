/**
 * One point of the history before it is encoded: a raw point, or the mean of the raw points of an hour. Values are whole hundredths
 * of what is served, so that nothing is rounded twice.
 */
export type PointValues = {
  /** Instant of the point, or start of the hour, seconds since the epoch. */
  epochSeconds: number
  /** Raw points behind it: 1, or those of the hour. */
  samples: number
  /** Of these, the points that were computed afterwards. */
  backfilledSamples: number
  /** Sums over the samples, tenths, in the order price, carbon, grid, adequacy. */
  subScoreTenths: readonly [number, number, number, number]
  /** Under the national weights, 0–100. */
  globalScore: number
  confidence: number
  carbonSlotStartSeconds: number | null
  carbonHundredths: number | null
  consumptionHundredths: number | null
  lowCarbonHundredths: number | null
  spotPriceHundredths: number | null
  /** The four versions as {@link versionSetText} writes them. */
  versionSet: string
}
