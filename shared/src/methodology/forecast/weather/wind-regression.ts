import { addSample, createEquations, listDiagonal, solveEquations } from '../../least-squares.ts'
import { readValueAt } from '../axis/paris-axis.ts'

/** Σ w·q(v) over the points, by power curve, over the axis. */
export type WindWeather = readonly Float64Array[]

/** Coefficients of one Paris day, on [1, q₆, q₈.₅, q₁₁], and the greatest power that they may give, MW. */
export type WindFit = { coefficients: readonly number[]; maxMw: number }

/** Hours of the fit: 92 days up to l, of a weight that halves every 45 days. */
const fitHours = 92 * 24
const halfLifeHours = 45 * 24
const minRows = 168
/** Penalty by coefficient: this share of its mean square, and a little more for a curve that no wind has reached. */
const penaltyShare = 0.1
const leastSquare = 1e-6
/** The most that is forecast, as a multiple of the greatest hour that was seen. */
const maxOverSeen = 1.1
/** Share of the newest error that is corrected in the next hour, and the time constant of its decay, hours. */
const missKept = 0.9
const missFadeHours = 9

/**
 * Fits wind power, on- and offshore together, on the wind of the last 92 days (docs/methodology/weather.md#wind).
 *
 * @param realisedMw realised power over the axis; NaN where unknown
 * @param newest l of the first issue of the Paris day
 * @returns null with fewer than 168 hours that are known
 */
export function fitWind(weather: WindWeather, realisedMw: Float64Array, newest: number): WindFit | null {
  const equations = createEquations(1 + weather.length)
  let largestMw = 0
  for (let hour = 0; hour <= newest; hour += 1) {
    const powerMw = readValueAt(realisedMw, hour)
    if (powerMw > largestMw) largestMw = powerMw
    if (hour < newest - fitHours) continue
    const terms = listTerms(weather, hour)
    if (terms === null || Number.isNaN(powerMw)) continue
    addSample(equations, terms, powerMw, 0.5 ** ((newest - hour) / halfLifeHours))
  }
  if (equations.samples < minRows) return null
  const penalties = listDiagonal(equations).map((one) => penaltyShare * (one / equations.weight + leastSquare))
  const coefficients = solveEquations(equations, penalties)
  return coefficients.every(Number.isFinite) ? { coefficients, maxMw: maxOverSeen * largestMw } : null
}

/** Wind power in an hour by the weather of that hour only, MW; NaN where the weather is unknown. */
export function computeFittedWindMw({ coefficients, maxMw }: WindFit, weather: WindWeather, hour: number): number {
  const terms = listTerms(weather, hour)
  if (terms === null) return Number.NaN
  const powerMw = terms.reduce((sum, term, index) => sum + term * (coefficients[index] ?? 0), 0)
  return Math.min(maxMw, Math.max(0, powerMw))
}

/** What of the error of hour l is left in a later hour, MW: 0.9·e^(−(t−l−1)/9) of it. */
export function fadeMiss(missedMw: number, newest: number, hour: number): number {
  return missKept * Math.exp(-(hour - newest - 1) / missFadeHours) * missedMw
}

function listTerms(weather: WindWeather, hour: number): number[] | null {
  const terms = [1, ...weather.map((feature) => readValueAt(feature, hour))]
  return terms.some(Number.isNaN) ? null : terms
}
