/** The value below which a share of all values lies; NaN without values. */
export function computePercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** The median; of an even number of values the upper middle one. */
export const computeMedian = (values: readonly number[]): number => computePercentile(values, 0.5)
