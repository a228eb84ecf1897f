import { round2, roundHalfAwayFromZero } from '@hexawatt/shared/contract/numbers'

/** So near to a half the binary number may lie on the wrong side of it: then the decimal text decides. */
const tieMargin = 1e-6
/** Above this a double no longer resolves {@link tieMargin}. */
const maxFastHundredths = 1e9

/**
 * A value as it is served, in whole hundredths: `round2` without its texts, which would be the dearest step of a year of points.
 *
 * @returns null for null
 */
export function hundredthsOf(value: number | null): number | null {
  if (value === null) return null
  const magnitude = Math.abs(value) * 100
  const distance = Math.abs(magnitude - Math.floor(magnitude) - 0.5)
  if (magnitude > maxFastHundredths || distance < tieMargin) return Math.round(round2(value) * 100)
  const rounded = Math.round(magnitude)
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

/** Mean of whole numbers as a whole number; null when there is none. A quotient of whole numbers is a half only when it is exactly one. */
export function wholeMean(sum: number, samples: number): number | null {
  return samples === 0 ? null : roundHalfAwayFromZero(sum / samples, 0)
}
