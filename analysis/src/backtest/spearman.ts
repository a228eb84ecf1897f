/** Fewer pairs than this have no order worth speaking of. */
const minPairs = 3

/**
 * Rank correlation of Spearman, −1 … 1: the correlation of the ranks, equal values taking their mean rank. Null with fewer
 * than three pairs, or when one side has a single value: it then orders nothing.
 */
export function computeSpearman(a: readonly number[], b: readonly number[]): number | null {
  if (a.length < minPairs || a.length !== b.length) return null
  return computeCorrelation(computeRanks(a), computeRanks(b))
}

/** Rank of each value from 1, ties at the mean of their ranks. */
function computeRanks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return below + (equal + 1) / 2
  })
}

function computeCorrelation(a: readonly number[], b: readonly number[]): number | null {
  const [meanA, meanB] = [computeMean(a), computeMean(b)]
  let [covariance, varianceA, varianceB] = [0, 0, 0]
  a.forEach((value, index) => {
    const [deviationA, deviationB] = [value - meanA, (b[index] ?? meanB) - meanB]
    covariance += deviationA * deviationB
    varianceA += deviationA ** 2
    varianceB += deviationB ** 2
  })
  return varianceA === 0 || varianceB === 0 ? null : covariance / Math.sqrt(varianceA * varianceB)
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
