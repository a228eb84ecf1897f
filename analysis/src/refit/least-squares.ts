/** Normal equations of a linear fit without a constant term, summed sample by sample. */
export type Equations = { size: number; samples: number; products: Float64Array; targets: Float64Array }

/** Part of the mean diagonal that is added to it: a term that is nearly always 0, such as the sun at night, gets no great weight. */
const ridge = 1e-4

export function createEquations(size: number): Equations {
  return { size, samples: 0, products: new Float64Array(size * size), targets: new Float64Array(size) }
}

/** Adds a sample: Σ weight · term should be `target`. */
export function addSample(equations: Equations, terms: readonly number[], target: number): void {
  const { size, products, targets } = equations
  for (let row = 0; row < size; row += 1) {
    const term = terms[row] ?? 0
    targets[row] = (targets[row] ?? 0) + term * target
    for (let column = 0; column < size; column += 1) {
      const index = row * size + column
      products[index] = (products[index] ?? 0) + term * (terms[column] ?? 0)
    }
  }
  equations.samples += 1
}

/** The weights with the least sum of squares, by elimination with row exchange; 0 where the samples say nothing. */
export function solveEquations({ size, products, targets }: Equations): number[] {
  const at = (row: number, column: number): number => products[row * size + column] ?? 0
  const meanDiagonal = Array.from({ length: size }, (_, row) => at(row, row)).reduce((sum, one) => sum + one, 0) / size
  const rows = Array.from({ length: size }, (_, row) => [
    ...Array.from({ length: size }, (_, column) => at(row, column) + (row === column ? ridge * meanDiagonal : 0)),
    targets[row] ?? 0,
  ])
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
