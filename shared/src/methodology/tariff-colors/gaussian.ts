/** Joint normal distribution of several days: one mean a day, and the covariances. */
export type Gaussian = { mean: readonly number[]; covariance: Matrix }
export type Matrix = readonly (readonly number[])[]

/**
 * Standard normal distribution function: the series of W. Marsaglia ("Evaluating the Normal Distribution", Journal of Statistical Software 11(4), 2004), to the last
 * digits within ±8; beyond it is 0 or 1.
 */
export function computeNormalCdf(x: number): number {
  if (x < -8) return 0
  if (x > 8) return 1
  let sum = x
  let term = x
  for (let odd = 3; sum + term !== sum; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + (sum * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI)
}

/** Element of a matrix; its row and column exist. */
export function readCell(matrix: Matrix, row: number, column: number): number {
  return matrix[row]?.[column] ?? Number.NaN
}

/** Square matrix of `size` from a function of row and column. */
export function createMatrix(size: number, value: (row: number, column: number) => number): number[][] {
  const rows: number[][] = []
  for (let row = 0; row < size; row += 1) {
    const cells: number[] = []
    for (let column = 0; column < size; column += 1) cells.push(value(row, column))
    rows.push(cells)
  }
  return rows
}

/**
 * The distribution after something was learned about the days `known` alone: their joint distribution becomes `learned`, the other days follow by
 * regression on them. With K = S_ok S_kk⁻¹: mean_o += K (learned − mean_k), S_oo −= K (S_kk − learned) Kᵀ, S_ok = K learned.
 *
 * @param known indexes of the days, at least one
 * @param learned their distribution, in the order of `known`
 */
export function learn({ mean, covariance }: Gaussian, known: readonly number[], learned: Gaussian): Gaussian {
  // Every day has a row of K; that of a known day has a single 1, so that one formula serves both.
  const ofKnown = known.map((row) => known.map((column) => readCell(covariance, row, column)))
  const weights = mean.map((_, day) => {
    const position = known.indexOf(day)
    if (position >= 0) return known.map((_, other) => (other === position ? 1 : 0))
    return solveEquations(
      ofKnown,
      known.map((other) => readCell(covariance, day, other)),
    )
  })
  const surprise = known.map((day, position) => (learned.mean[position] ?? 0) - (mean[day] ?? 0))
  const change = createMatrix(known.length, (row, column) => {
    return readCell(learned.covariance, row, column) - readCell(covariance, known[row] ?? -1, known[column] ?? -1)
  })
  const columns = change.map((_, column) => change.map((line) => line[column] ?? 0))
  const changeByDay = weights.map((row) => columns.map((column) => computeDotProduct(row, column)))
  return {
    mean: mean.map((value, day) => value + computeDotProduct(weights[day] ?? [], surprise)),
    covariance: createMatrix(mean.length, (row, column) => {
      return readCell(covariance, row, column) + computeDotProduct(changeByDay[row] ?? [], weights[column] ?? [])
    }),
  }
}

/** The same distribution with no day of more variance than it has in `limit`: correlations stay. */
export function limitVariance({ mean, covariance }: Gaussian, limit: Matrix): Gaussian {
  const shrink = mean.map((_, day) =>
    Math.sqrt(Math.min(1, readCell(limit, day, day) / readCell(covariance, day, day))),
  )
  return {
    mean,
    covariance: createMatrix(mean.length, (row, column) => {
      return readCell(covariance, row, column) * (shrink[row] ?? 1) * (shrink[column] ?? 1)
    }),
  }
}

/** Solution of `matrix · x = right` for a positive definite matrix of a few rows: elimination without pivots. */
function solveEquations(matrix: Matrix, right: number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0])
  for (const [pivot, pivotRow] of rows.entries()) {
    for (const [index, row] of rows.entries()) {
      if (index === pivot) continue
      const factor = (row[pivot] ?? 0) / (pivotRow[pivot] ?? 1)
      for (let column = pivot; column <= rows.length; column++) {
        row[column] = (row[column] ?? 0) - factor * (pivotRow[column] ?? 0)
      }
    }
  }
  return rows.map((row, index) => (row[rows.length] ?? 0) / (row[index] ?? 1))
}

function computeDotProduct(left: readonly number[], right: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < left.length; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}
