/** Normal equations of a weighted linear fit without a constant term, summed sample by sample. */
export type Equations = {
  size: number
  samples: number
  /** Σ w over the samples. */
  weight: number
  /** Σ w·x·xᵀ, row by row. */
  products: Float64Array
  /** Σ w·x·y. */
  targets: Float64Array
}

export function createEquations(size: number): Equations {
  return {
    size,
    samples: 0,
    weight: 0,
    products: new Float64Array(size * size),
    targets: new Float64Array(size),
  }
}

/** Adds a sample: Σ coefficient · term should be `target`. */
export function addSample(equations: Equations, terms: ArrayLike<number>, target: number, weight = 1): void {
  const { size, products, targets } = equations
  for (let row = 0; row < size; row += 1) {
    const term = weight * (terms[row] ?? 0)
    targets[row] = (targets[row] ?? 0) + term * target
    for (let column = 0; column < size; column += 1) {
      const index = row * size + column
      products[index] = (products[index] ?? 0) + term * (terms[column] ?? 0)
    }
  }
  equations.samples += 1
  equations.weight += weight
}

/** Diagonal of Σ w·x·xᵀ: what a penalty is measured by. */
export function listDiagonal({ size, products }: Equations): number[] {
  return Array.from({ length: size }, (_, row) => products[row * size + row] ?? 0)
}

/**
 * Ridge regression: the coefficients with the least Σ w·(y − x·β)² + Σ penalty·(β − prior)², by elimination with row exchange; 0 where neither
 * samples nor penalties say anything.
 *
 * @param penalties by coefficient
 * @param priors what the penalties pull the coefficients to; 0 unless given
 */
export function solveEquations(
  { size, products, targets }: Equations,
  penalties: readonly number[],
  priors: readonly number[] = [],
): number[] {
  const rows = Array.from({ length: size }, (_, row) => {
    const penalty = penalties[row] ?? 0
    return [
      ...products.subarray(row * size, (row + 1) * size).map((one, column) => (row === column ? one + penalty : one)),
      (targets[row] ?? 0) + penalty * (priors[row] ?? 0),
    ]
  })
  for (let pivot = 0; pivot < size; pivot += 1) {
    const largest = rows.slice(pivot).reduce((best, row, index) => {
      return Math.abs(row[pivot] ?? 0) > Math.abs(rows[best]?.[pivot] ?? 0) ? pivot + index : best
    }, pivot)
    const [upper = [], lower = []] = [rows[largest], rows[pivot]]
    rows[pivot] = upper
    rows[largest] = largest === pivot ? upper : lower
    const divisor = upper[pivot] ?? 0
    if (divisor === 0) continue
    for (const [index, row] of rows.entries()) {
      if (index === pivot) continue
      const factor = (row[pivot] ?? 0) / divisor
      for (let column = pivot; column <= size; column += 1)
        row[column] = (row[column] ?? 0) - factor * (upper[column] ?? 0)
    }
  }
  return rows.map((row, index) => (row[index] ? (row[size] ?? 0) / row[index] : 0))
}
