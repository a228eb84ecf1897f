/** Life-cycle and direct factors as docs/methodology/carbon.md lists them, and MW in a quarter-hour; biomass comes in two parts. */
export const types: Readonly<
  Record<string, { factors: readonly [number, number]; powerMw: (quarter: number) => number }>
> = {
  NUCLEAR: { factors: [3.7, 0], powerMw: (quarter) => 38_000 + (quarter % 97) },
  FOSSIL_GAS: { factors: [418, 429], powerMw: (quarter) => 2_000 + 10 * (quarter % 89) },
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: { factors: [6, 0], powerMw: () => 4_000 },
  HYDRO_WATER_RESERVOIR: { factors: [6, 0], powerMw: () => 2_000 },
  SOLAR: { factors: [43.9, 0], powerMw: (quarter) => (quarter % 2 === 0 ? -3 : 25 * (quarter % 96)) },
  WIND_ONSHORE: { factors: [14.1, 0], powerMw: (quarter) => 3_000 + (quarter % 31) },
  'BIOMASS/BIOMASS': { factors: [230, 494], powerMw: () => 300 },
  'BIOMASS/BIOGAS': { factors: [230, 494], powerMw: () => 200 },
}
export const quarterMs = 900_000
export const listQuarters = (hours: readonly number[]): number[] =>
  hours.flatMap((startMs) => [0, 1, 2, 3].map((at) => startMs + at * quarterMs))

/** Rows of the mix of some quarter-hours, or of longer slots. */
export const makeQuarters = (quarters: readonly number[], minutes = 15) =>
  quarters.flatMap((startMs) =>
    Object.entries(types).map(([series, { powerMw }]) => {
      return { series, startMs, minutes, value: powerMw(startMs / quarterMs) }
    }),
  )

/** Emissions of a quarter-hour in kg/h and its generation in MW by plain arithmetic. @param gasMw in place of the made value */
export function sumUp(startMs: number, which: 0 | 1, gasMw?: number): { kgPerHour: number; totalMw: number } {
  let [kgPerHour, totalMw] = [0, 0]
  for (const [series, { factors, powerMw }] of Object.entries(types)) {
    const made = Math.max(0, powerMw(startMs / quarterMs))
    const mw = series === 'FOSSIL_GAS' ? (gasMw ?? made) : made
    kgPerHour += mw * factors[which]
    totalMw += mw
  }
  return { kgPerHour, totalMw }
}

/** The intensity of a quarter-hour, two decimals. */
export function calculate(startMs: number, which: 0 | 1, gasMw?: number): number {
  const { kgPerHour, totalMw } = sumUp(startMs, which, gasMw)
  return Math.round((kgPerHour / totalMw) * 100) / 100
}
