import { computeNormalCdf } from '@hexawatt/shared/methodology/tariff-colors/gaussian'

/** Standard normal numbers of a seed: Box and Muller over mulberry32 (T. Ettinger, public domain). */
export function createNormalNumbers(seed: number): () => number {
  let state = seed | 0
  const drawUniform = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(1 - drawUniform())) * Math.cos(2 * Math.PI * drawUniform())
}

/** A chain of standard normal numbers with a given correlation between neighbours. */
export function drawChain(normal: () => number, length: number, correlation: number): number[] {
  const chain: number[] = []
  for (let index = 0; index < length; index += 1) {
    const before = chain[index - 1]
    const own = normal()
    chain.push(before === undefined ? own : correlation * before + Math.sqrt(1 - correlation ** 2) * own)
  }
  return chain
}

/** Values as normal scores and back, by their order: between two values by linear interpolation, outside of them the outermost one. */
export function createNormalScores(values: readonly number[]) {
  const sorted = Float64Array.from(values).sort()
  const scores = Float64Array.from(sorted, (_, rank) => findNormalQuantile((rank + 0.5) / sorted.length))
  return {
    toScore: (value: number) => interpolate(sorted, scores, value),
    fromScore: (score: number) => interpolate(scores, sorted, score),
  }
}

/** Value of a piecewise linear function of ascending places. */
function interpolate(places: Float64Array, values: Float64Array, at: number): number {
  let [low, high] = [0, places.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  const [from, to] = [places[low] ?? 0, places[high] ?? 0]
  const share = to === from ? 0 : Math.min(1, Math.max(0, (at - from) / (to - from)))
  return (values[low] ?? 0) + share * ((values[high] ?? 0) - (values[low] ?? 0))
}

/** Inverse of the normal distribution function, by halving. */
function findNormalQuantile(level: number): number {
  let [low, high] = [-8, 8]
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2
    if (computeNormalCdf(middle) < level) low = middle
    else high = middle
  }
  return (low + high) / 2
}
