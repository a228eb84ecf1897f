/** Bounds of the series of the benchmark: three years, 157 824 points. It is looked back on from its end. */
export const seriesStart = Temporal.Instant.from('2023-03-01T00:00:00Z')
export const seriesEnd = Temporal.Instant.from('2026-03-01T00:00:00Z')
