import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'

/** Formats a number with a number of decimals, rounded as in the product; a dash for null. */
export function formatFixed(value: number | null, decimals: number): string {
  return value === null ? '–' : roundHalfAwayFromZero(value, decimals).toFixed(decimals)
}

/** Formats a share of 0–1 as a percentage; a dash for null. */
export function formatPercent(share: number | null, decimals: number): string {
  return share === null ? '–' : `${formatFixed(100 * share, decimals)} %`
}

/** `sum / count`; null when there is nothing to divide by. */
export function divideOrNull(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count
}
