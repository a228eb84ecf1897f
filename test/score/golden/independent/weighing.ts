import { roundTo, sum } from './numbers.ts'

/** Estimates stay out as long as the rest has half of all weight or more. */
export function staysOut(sure: readonly boolean[], weights: readonly number[]): boolean {
  return sum(weights.filter((_, index) => sure[index])) > sum(weights) / 2 - 1e-7
}

/** What each of the four counts, together 1. */
export function shares(sure: readonly boolean[], weights: readonly number[]): number[] {
  const counting = weights.map((weight, index) => (staysOut(sure, weights) && !sure[index] ? 0 : weight))
  return counting.map((weight) => weight / sum(counting))
}

/** The mean that counts; its last digits are noise of the machine. */
export const composite = (
  { scores, sure }: { scores: number[]; sure: boolean[] },
  weights: readonly number[],
): number => roundTo(sum(shares(sure, weights).map((share, index) => share * (scores[index] ?? 0))), 6)

/** Shares as served, in millionths: the largest, or the first of several, makes the sum whole. */
export function servedShares(sure: readonly boolean[], weights: readonly number[]): number[] {
  const exact = shares(sure, weights)
  const millionths = exact.map((share) => Math.round(share * 1e6))
  const largest = exact.indexOf(Math.max(...exact))
  return millionths.map((share, index) => (index === largest ? share + 1e6 - sum(millionths) : share) / 1e6)
}
