import { bandLastLeads, deviationLastLeads, findLeadBucket, frozenQuantiles } from './forecast-constants.ts'

/** p10 and p90. */
export type Band = { low: number; high: number }

/** Quantiles of the errors that make a band: z for intensity, additive for price and score. */
export type ErrorLevels = { low: number; high: number }

/** Errors that a bucket must hold before its own quantiles count. */
export const minBandErrors = 100
/** Days of issues whose errors make a band. */
export const bandDays = 60
/** Lower bound of the spread of ln(intensity). */
const minSpread = 0.06
/** Share of values that should lie outside of a band. */
const targetOutside = 0.2
const alphaStep = 0.02
const maxAlpha = 0.08

/** Bucket of a lead among {@link bandLastLeads}: the hour in progress belongs to the first. */
export function findBandBucket(lead: number): number {
  return findLeadBucket(bandLastLeads, lead)
}

/** s = (spread² + 0.06²)^¼: the scale of z. */
export function computeBandScale(spread: number): number {
  return (spread ** 2 + minSpread ** 2) ** 0.25
}

/** Computes z = ln(actual / forecast) / s of one hour; null when one of the two is not positive. */
export function computeBandError(actual: number, forecast: number, spread: number): number | null {
  return actual > 0 && forecast > 0 ? Math.log(actual / forecast) / computeBandScale(spread) : null
}

/** The band of an intensity (docs/methodology/forecast.md#bands): forecast·exp(q10·s) and forecast·exp(q90·s), gCO2eq/kWh. */
export function computeBand(forecast: number, spread: number, { low, high }: ErrorLevels): Band {
  const scale = computeBandScale(spread)
  return { low: forecast * Math.exp(low * scale), high: forecast * Math.exp(high * scale) }
}

/** The band of a price or a score (docs/methodology/forecast.md#bands): forecast + q10 and forecast + q90, within bounds. */
export function computeAdditiveBand(
  forecast: number,
  { low, high }: ErrorLevels,
  [min, max]: readonly [min: number, max: number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): Band {
  const clampToBounds = (value: number): number => Math.min(max, Math.max(min, value))
  return { low: clampToBounds(forecast + low), high: clampToBounds(forecast + high) }
}

/** The frozen quantiles of z of a lead, for both factor sets. */
export function findFrozenLevels(lead: number): ErrorLevels {
  const [low = 0, high = 0] = frozenQuantiles[findLeadBucket(deviationLastLeads, lead)] ?? []
  return { low, high }
}

/**
 * Quantiles of archived errors at the levels 0.5 ± 0.4·(1 − α/0.4).
 *
 * @param sorted errors of the bucket of the last 60 days, ascending
 * @returns null with fewer than 100 errors
 */
export function computeArchivedLevels(sorted: ArrayLike<number>, alpha: number): ErrorLevels | null {
  if (sorted.length < minBandErrors) return null
  const half = 0.4 * (1 - alpha / 0.4)
  return { low: computeQuantile(sorted, 0.5 - half), high: computeQuantile(sorted, 0.5 + half) }
}

/**
 * α of the next Paris day: 0.02·(0.2 − share outside) more, within ±0.08; unchanged when no target became known.
 *
 * @param outside newly known targets of yesterday that lay outside of their band
 * @param known all of these targets
 */
export function computeNextAlpha(alpha: number, outside: number, known: number): number {
  if (known === 0) return alpha
  return Math.min(maxAlpha, Math.max(-maxAlpha, alpha + alphaStep * (targetOutside - outside / known)))
}

/** Quantile of ascending values by linear interpolation; there is at least one. */
export function computeQuantile(sorted: ArrayLike<number>, level: number): number {
  const position = Math.min(1, Math.max(0, level)) * (sorted.length - 1)
  const below = Math.floor(position)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN
  return low + (high - low) * (position - below)
}
