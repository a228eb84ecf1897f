/** Values of quarter-hours with their p10 and p90; null = unknown. */
export type BandedColumn = Readonly<Record<'central' | 'low' | 'high', readonly (number | null)[]>>

/** Converts a quarter-hour boundary, and a value, to the units of a picture. */
export type Plot = { x: (boundary: number) => number; y: (value: number) => number }

/** The curve of a column as steps, because a value holds for its whole quarter-hour; broken where it is unknown. */
export function makeLinePath(values: readonly (number | null)[], { x, y }: Plot): string {
  let path = ''
  let previous: number | null = null
  for (const [slot, value] of values.entries()) {
    if (value !== null && previous === null) path += `M${x(slot)} ${y(value)}`
    else if (value !== null && previous !== value) path += `H${x(slot)}V${y(value)}`
    else if (value === null && previous !== null) path += `H${x(slot)}`
    previous = value
  }
  return previous === null ? path : `${path}H${x(values.length)}`
}

/** The area between p10 and p90: a closed piece for each run of quarter-hours that have both. */
export function makeBandPath({ low, high }: BandedColumn, { x, y }: Plot): string {
  let path = ''
  let first = 0
  while (first < high.length) {
    let end = first
    while (end < high.length && low[end] != null && high[end] != null) end += 1
    if (end > first) path += makeClosedPiece(low, high, first, end, { x, y })
    first = end + 1
  }
  return path
}

function makeClosedPiece(
  low: BandedColumn['low'],
  high: BandedColumn['high'],
  first: number,
  end: number,
  { x, y }: Plot,
): string {
  let [above, below] = ['', '']
  for (let slot = first; slot < end; slot += 1) {
    if (slot === first || high[slot] !== high[slot - 1]) above += `H${x(slot)}V${y(high[slot] ?? 0)}`
    const back = end - 1 - (slot - first)
    if (slot === first || low[back] !== low[back + 1]) below += `H${x(back + 1)}V${y(low[back] ?? 0)}`
  }
  return `M${x(first)} ${y(high[first] ?? 0)}${above}H${x(end)}${below}H${x(first)}Z`
}

/** Steps that are easy to read, each ten times the one three before it. */
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000] as const
const mostSteps = 4

/** Round values from below the smallest to above the largest value, at most five; 0 and 1 without values. */
export function makeNiceTicks(values: readonly number[]): number[] {
  if (values.length === 0) return [0, 1]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const step = steps.find((one) => Math.ceil(most / one) - Math.floor(least / one) <= mostSteps) ?? 10_000
  const [from, to] = [Math.floor(least / step), Math.max(Math.ceil(most / step), Math.floor(least / step) + 1)]
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step)
}
