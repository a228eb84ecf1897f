import { addSample, createEquations, listDiagonal, solveEquations } from '../../least-squares.ts'
import { type ParisAxis, readValueAt } from '../axis/paris-axis.ts'

/** What the power of the sun is estimated from, over the axis: radiation as forecast and without clouds, W/m², and temperature, °C. */
export type SolarWeather = { radiation: Float64Array; clearSky: Float64Array; temperature: Float64Array }

/** Coefficients of one Paris day, and the greatest power that they may give, MW. */
export type SolarFit = { coefficients: readonly number[]; maxMw: number }

/** An hour with less radiation under a cloudless sky, W/m², has no power. */
const minClearSky = 20
/** Hours of the fit: 45 days up to l, of a weight that halves every 20 days. */
const fitHours = 45 * 24
const halfLifeHours = 20 * 24
const minRows = 60
/** The most that is forecast, as a multiple of the greatest hour of the fit. */
const maxOverSeen = 1.15
/** Mean instant of the highest sun in France, hours of UTC. */
const solarNoon = 11.9
const hourUnit = 6
const radiationUnit = 1000
const temperatureUnit = 10
const usualTemperature = 15

/**
 * Fits the power of the sun on the weather of the last 45 days (docs/methodology/weather.md#sun).
 *
 * @param realisedMw realised power over the axis; NaN where unknown
 * @param newest l of the first issue of the Paris day
 * @returns null with fewer than 60 hours of daylight that are known
 */
export function fitSolar(
  axis: ParisAxis,
  weather: SolarWeather,
  realisedMw: Float64Array,
  newest: number,
): SolarFit | null {
  const equations = createEquations(8)
  let largestMw = 0
  for (let hour = Math.max(0, newest - fitHours); hour <= newest; hour += 1) {
    const powerMw = readValueAt(realisedMw, hour)
    if (powerMw > largestMw) largestMw = powerMw
    const terms = listTerms(axis, weather, hour)
    if (terms === null || Number.isNaN(powerMw)) continue
    addSample(equations, terms, powerMw, 0.5 ** ((newest - hour) / halfLifeHours))
  }
  if (equations.samples < minRows) return null
  const penalties = listDiagonal(equations).map((one) => one / equations.samples)
  const coefficients = solveEquations(equations, penalties)
  return coefficients.every(Number.isFinite) ? { coefficients, maxMw: maxOverSeen * largestMw } : null
}

/** Power of the sun in an hour, MW: 0 at night; NaN where the weather is unknown. */
export function computeFittedSolarMw(
  axis: ParisAxis,
  { coefficients, maxMw }: SolarFit,
  weather: SolarWeather,
  hour: number,
): number {
  if (readValueAt(weather.clearSky, hour) <= minClearSky) return 0
  const terms = listTerms(axis, weather, hour)
  if (terms === null) return Number.NaN
  const powerMw = terms.reduce((sum, term, index) => sum + term * (coefficients[index] ?? 0), 0)
  return Math.min(maxMw, Math.max(0, powerMw))
}

/** g, gη, gη², c, cη, cη², g², g·(T − 15)/10; null at night, and where one of them is unknown. */
function listTerms(axis: ParisAxis, weather: SolarWeather, hour: number): number[] | null {
  const clearSky = readValueAt(weather.clearSky, hour)
  const g = readValueAt(weather.radiation, hour) / radiationUnit
  const warmth = (readValueAt(weather.temperature, hour) - usualTemperature) / temperatureUnit
  if (!(clearSky > minClearSky) || Number.isNaN(g + warmth)) return null
  const c = clearSky / radiationUnit
  const eta = (readUtcHour(axis, hour) + 0.5 - solarNoon) / hourUnit
  return [g, g * eta, g * eta ** 2, c, c * eta, c * eta ** 2, g ** 2, g * warmth]
}

function readUtcHour({ firstMs }: ParisAxis, hour: number): number {
  return (Math.floor(firstMs / 3_600_000) + hour) % 24
}
