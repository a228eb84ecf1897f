/** Upper ends of the bands between the two ends of the scale. */
const bandEnds = [20, 40, 60, 80] as const

/** Names of the bands, in order: the ends of the scale by themselves, each other band with its lower end. */
export const bandNames = ['0', '0–20', '20–40', '40–60', '60–80', '80–100', '100'] as const

/** How the values of a sub-score are spread. Shares are 0–1. */
export type ValueDistribution = {
  /** Share of each of {@link bandNames}. */
  bandShares: number[]
  /** The most frequent value (values have one decimal), of equals the lowest; null without values. */
  mode: number | null
  modeShare: number
}

/** Distribution of sub-scores of 0–100. */
export function distributionOf(values: readonly number[]): ValueDistribution {
  const counts = bandNames.map(() => 0)
  for (const value of values) {
    const band = bandOf(value)
    counts[band] = (counts[band] ?? 0) + 1
  }
  const [mode, modeCount] = mostFrequent(values)
  return {
    bandShares: counts.map((count) => count / Math.max(1, values.length)),
    mode,
    modeShare: modeCount / Math.max(1, values.length),
  }
}

function bandOf(value: number): number {
  if (value <= 0) return 0
  if (value >= 100) return bandNames.length - 1
  return 1 + bandEnds.filter((end) => value >= end).length
}

function mostFrequent(values: readonly number[]): [mode: number | null, count: number] {
  const groups = [...Map.groupBy(values, (value) => value)].map(([value, equal]) => [value, equal.length] as const)
  return groups.reduce<[number | null, number]>(
    ([mode, most], [value, count]) =>
      count > most || (count === most && mode !== null && value < mode) ? [value, count] : [mode, most],
    [null, 0],
  )
}
