import { readValueAt } from './axis/paris-axis.ts'

/** Quantities that make hours similar, over the axis: price P, day price M, residual load R, hour of day, rest. NaN where unknown. */
export type HourTraits = {
  priceEurPerMwh: Float64Array
  dayPriceEurPerMwh: Float64Array
  residualMw: Float64Array
  hourOfDay: Int32Array
  isRest: Uint8Array
}

/** The hours that a kernel weighs, and its scales. */
export type KernelWindow = {
  /** First and last hour, both included. */
  from: number
  to: number
  /** bP and bR; null where too few hours have the quantity, so that its term is dropped. */
  priceScale: number | null
  dayPriceScale: number | null
  residualScale: number | null
}

/** Hours of the past that are weighed: 28 days. */
const windowHours = 672
/** Half-life of an hour's weight, hours. */
const halfLifeHours = 144
/** A quantity known in fewer hours is dropped; in a window that a cold start shortens, one known in fewer than half of its hours. */
const minTraitHours = 168
/** Bandwidth as a share of the standard deviation, and its lower bound. */
const priceShare = 0.4
const minPriceScaleEurPerMwh = 6
const residualShare = 0.6
const minResidualScaleMw = 1500
/** Bandwidth in hours of the day. */
const hourScale = 4
const otherRestWeight = 0.5
/** Weight of the least alike hour. */
const floorWeight = 1e-6

const ageWeights = Float64Array.from({ length: windowHours }, (_, age) => 0.5 ** (age / halfLifeHours))
/** ½·(Δh/4)² by the difference of two hours of the day, which is circular. */
const hourTerms = Float64Array.from({ length: 24 }, (_, difference) => {
  return 0.5 * (Math.min(difference, 24 - difference) / hourScale) ** 2
})

/** The 672 hours up to `to`, none before `first`, with the scales bP = max(0.4·sd, 6 EUR) and bR = max(0.6·sd, 1500 MW) of their own. */
export function createKernelWindow(traits: HourTraits, first: number, to: number): KernelWindow {
  const from = Math.max(first, to - windowHours + 1)
  const price = computeSpread(traits.priceEurPerMwh, from, to)
  const dayPrice = computeSpread(traits.dayPriceEurPerMwh, from, to)
  const residual = computeSpread(traits.residualMw, from, to)
  const minHours = Math.min(minTraitHours, (to - from + 1) / 2)
  const priceScale = Math.max(priceShare * price.deviation, minPriceScaleEurPerMwh)
  return {
    from,
    to,
    priceScale: price.known < minHours ? null : priceScale,
    dayPriceScale: dayPrice.known < minHours ? null : priceScale,
    residualScale: residual.known < minHours ? null : Math.max(residualShare * residual.deviation, minResidualScaleMw),
  }
}

/**
 * Weights of past hours (docs/methodology/forecast.md#analog-mix):
 * wᵢ = ½^((l−i)/144) · (exp(−½·[((P−Pᵢ)/bP)² + ((M−Mᵢ)/bP)² + ((R−Rᵢ)/bR)² + (Δh/4)²]) · (rest equal ? 1 : 0.5) + 1e−6) for the hours i of the
 * window. An hour that lacks a quantity weighs 0; a quantity that the target lacks is dropped.
 *
 * @param target hour of the axis that similar hours are weighted for
 * @returns weights in the order of the hours
 */
export function computeKernelWeights(traits: HourTraits, window: KernelWindow, target: number): Float64Array {
  const { from, to } = window
  const { priceEurPerMwh, dayPriceEurPerMwh, residualMw, hourOfDay, isRest } = traits
  const price = readValueAt(priceEurPerMwh, target)
  const dayPrice = readValueAt(dayPriceEurPerMwh, target)
  const residual = readValueAt(residualMw, target)
  const perPrice = computeInverseScale(window.priceScale, price)
  const perDayPrice = computeInverseScale(window.dayPriceScale, dayPrice)
  const perResidual = computeInverseScale(window.residualScale, residual)
  const [hour, rest] = [hourOfDay[target] ?? 0, isRest[target]]
  const weights = new Float64Array(to - from + 1)
  for (let i = from; i <= to; i += 1) {
    let exponent = hourTerms[Math.abs(hour - (hourOfDay[i] ?? 0))] ?? 0
    if (perPrice > 0) exponent += 0.5 * ((price - (priceEurPerMwh[i] ?? Number.NaN)) * perPrice) ** 2
    if (perDayPrice > 0) exponent += 0.5 * ((dayPrice - (dayPriceEurPerMwh[i] ?? Number.NaN)) * perDayPrice) ** 2
    if (perResidual > 0) exponent += 0.5 * ((residual - (residualMw[i] ?? Number.NaN)) * perResidual) ** 2
    if (Number.isNaN(exponent)) continue
    const likeness = Math.exp(-exponent) * (isRest[i] === rest ? 1 : otherRestWeight) + floorWeight
    weights[i - from] = (ageWeights[to - i] ?? 0) * likeness
  }
  return weights
}

/** 0 drops the term. */
function computeInverseScale(scale: number | null, target: number): number {
  return scale === null || Number.isNaN(target) ? 0 : 1 / scale
}

/** Population standard deviation of the known values, and how many there are. */
function computeSpread(values: Float64Array, from: number, to: number): { deviation: number; known: number } {
  let [sum, known] = [0, 0]
  for (let i = from; i <= to; i += 1) {
    const value = readValueAt(values, i)
    if (Number.isNaN(value)) continue
    sum += value
    known += 1
  }
  const mean = sum / known
  let squares = 0
  for (let i = from; i <= to; i += 1) {
    const value = readValueAt(values, i)
    if (!Number.isNaN(value)) squares += (value - mean) ** 2
  }
  return { deviation: Math.sqrt(squares / known), known }
}

/** Σ w·value / Σ w over the hours of a window whose value is known; NaN when there is none. */
export function computeKernelMean(weights: Float64Array, values: Float64Array, from: number): number {
  const ofWindow = values.subarray(from, from + weights.length)
  let sum = 0
  let total = 0
  for (let index = 0; index < ofWindow.length; index += 1) {
    const value = ofWindow[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const weight = weights[index] ?? 0
    sum += weight * value
    total += weight
  }
  return sum / total
}

/** The weighted standard deviation of the known values of a window (docs/methodology/forecast.md#bands); null without a known value. */
export function computeKernelDeviation(weights: Float64Array, values: Float64Array, from: number): number | null {
  let [total, sum, squares] = [0, 0, 0]
  for (let index = 0; index < weights.length; index += 1) {
    const value = readValueAt(values, from + index)
    if (Number.isNaN(value)) continue
    const weight = weights[index] ?? 0
    total += weight
    sum += weight * value
    squares += weight * value ** 2
  }
  return total > 0 ? Math.sqrt(Math.max(0, squares / total - (sum / total) ** 2)) : null
}
