/** A series and its normal scores: what its values would be if they were spread like the standard normal distribution. */
export type NormalScores = {
  /** Score of each value, in their order; NaN where there is none. */
  scores: Float64Array
  /** The value that has a score, by interpolation; never beyond the smallest and the largest. */
  toValue: (score: number) => number
}

/** Ranks the values, and gives each the quantile of the standard normal distribution that belongs to its rank. */
export function computeNormalScores(values: Float64Array): NormalScores {
  const order = [...values.keys()].filter((index) => !Number.isNaN(values[index]))
  order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const sortedValues = Float64Array.from(order, (index) => values[index] ?? 0)
  const sortedScores = Float64Array.from(order, (_, rank) => computeNormalQuantile((rank + 0.5) / order.length))
  const scores = new Float64Array(values.length).fill(Number.NaN)
  for (const [rank, index] of order.entries()) scores[index] = sortedScores[rank] ?? Number.NaN
  return { scores, toValue: (score) => interpolate(sortedScores, sortedValues, score) }
}

function interpolate(xs: Float64Array, ys: Float64Array, x: number): number {
  let [low, high] = [0, xs.length - 1]
  if (Number.isNaN(x) || high < 0) return Number.NaN
  if (x <= (xs[low] ?? 0)) return ys[low] ?? Number.NaN
  if (x >= (xs[high] ?? 0)) return ys[high] ?? Number.NaN
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((xs[middle] ?? 0) <= x) low = middle
    else high = middle
  }
  const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [xs[low], xs[high], ys[low], ys[high]]
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}

/** Quantile of the standard normal distribution, by the rational approximation of Acklam (relative error below 2e-9). */
export function computeNormalQuantile(share: number): number {
  const [low, high] = [0.02425, 1 - 0.02425]
  if (share < low) return computeTail(Math.sqrt(-2 * Math.log(share)))
  if (share > high) return -computeTail(Math.sqrt(-2 * Math.log(1 - share)))
  const q = share - 0.5
  const r = q * q
  const a = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716]
  const b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572]
  return (q * evaluate([...a, 2.506628277459239], r)) / evaluate([...b, 1], r)
}

function computeTail(q: number): number {
  const c = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968]
  const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416]
  return evaluate([...c, 2.938163982698783], q) / evaluate([...d, 1], q)
}

/** A polynomial, its coefficients from the highest power on. */
const evaluate = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
/** Makes a source of numbers of the standard normal distribution: the same numbers for the same seed. */
export function createNormalNumbers(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0
  // The generator "mulberry32", whose 32 bits make a number in (0, 1).
  const nextShare = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(nextShare())) * Math.cos(2 * Math.PI * nextShare())
}
