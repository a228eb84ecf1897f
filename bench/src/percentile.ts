/** The value below which a share of all values lies; not a number when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** The value in the middle; of an even number of values the upper one of the two there. */
export const median = (values: readonly number[]): number => percentile(values, 0.5)
