import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'

/** A number with so many decimals, rounded as the product rounds; a dash where there is none. */
export function fixed(value: number | null, decimals: number): string {
  return value === null ? '–' : roundHalfAwayFromZero(value, decimals).toFixed(decimals)
}

/** A share of 0–1 as a percentage with so many decimals; a dash where there is none. */
export function percent(share: number | null, decimals: number): string {
  return share === null ? '–' : `${fixed(100 * share, decimals)} %`
}

/** `sum / count`; null when there is nothing to divide by. */
export function ratio(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count
}
