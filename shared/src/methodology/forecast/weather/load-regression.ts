import { addSample, createEquations, solveEquations } from '../../least-squares.ts'
import type { FilledSeries } from '../axis/filled-past.ts'
import { findSameHourBack, type ParisAxis, readValueAt } from '../axis/paris-axis.ts'

/** Coefficients on heating and cooling, and a: how far day D runs above them, both of one published day D. */
export type LoadFit = { coefficients: readonly number[]; anomaly: number }

/** A driver of the load: NaN where it is unknown. */
type Reference = { loadMw: number; heating: number; cooling: number }

/** Days whose hours are rows of the fit, and how their weight halves. */
const fitDays = 60
const halfLifeDays = 20
const minRows = 72
/** Same hours of earlier days that make the reference of an hour, the half-life of their weight, and that of another kind of day. */
const referenceDays = 28
const minReferenceDays = 7
const referenceHalfLifeDays = 10
const otherKindWeight = 0.02
/** Penalty of each coefficient, and what it pulls to: 4.5 % a degree of heating, 1.5 % one of cooling, at any hour of the day. */
const penalty = 0.4
const priors = [0.45, 0, 0, 0.15, 0, 0] as const
/** Outdoor temperatures, °C, below which heating and above which cooling begins. */
const heatingBelow = 15
const coolingAbove = 20
const temperatureUnit = 10
/** Hour of Paris at which the daily wave of the coefficients is at its top. */
const topHour = 3
/** κ: how much of the anomaly of D the days beyond keep, and how it fades after them. */
const anomalyKept = [0.8, 0.7, 0.6] as const
const anomalyFade = 0.93
/** Greatest deviation from the reference that is believed; seen were 0.74 and 1.47. */
const believable = [0.65, 1.5] as const
/** Time constant of the slow part of the temperature that buildings feel, hours, and the share of the outdoor one. */
const smoothingHours = 48
const outdoorShare = 0.3

/**
 * The temperature that buildings feel, θ = 0.3·T + 0.7·EMA of 48 hours, from the first known hour on, °C. An hour without a temperature has none
 * and leaves the mean as it was.
 */
export function smoothTemperature(temperature: Float64Array): Float64Array {
  const kept = Math.exp(-1 / smoothingHours)
  let mean = Number.NaN
  return temperature.map((outdoor) => {
    if (Number.isNaN(outdoor)) return Number.NaN
    mean = Number.isNaN(mean) ? outdoor : kept * mean + (1 - kept) * outdoor
    return outdoorShare * outdoor + (1 - outdoorShare) * mean
  })
}

/**
 * Fits how the published load follows the temperature (docs/methodology/weather.md#load): rows are the published hours of D−59 … D, each against
 * the same hours of the days before it.
 *
 * @param load published, without filled holes
 * @param felt θ over the axis
 * @returns null with fewer than 72 rows
 */
export function fitLoad(axis: ParisAxis, load: FilledSeries, felt: Float64Array): LoadFit | null {
  const { values, lastDay } = load
  const equations = createEquations(priors.length)
  const rowsOfLastDay: { terms: number[]; target: number }[] = []
  for (let day = Math.max(0, lastDay - fitDays + 1); day <= lastDay; day += 1) {
    const { first = 0, hours = 0 } = axis.days[day] ?? {}
    for (let hour = first; hour < first + hours; hour += 1) {
      const reference = findReference(axis, load, felt, hour, 1)
      const target = reference && Math.log(readValueAt(values, hour) / reference.loadMw)
      const terms = reference && listTerms(axis, felt, reference, hour)
      if (target === null || !Number.isFinite(target) || terms === null) continue
      addSample(equations, terms, target, 0.5 ** ((lastDay - day) / halfLifeDays))
      if (day === lastDay) rowsOfLastDay.push({ terms, target })
    }
  }
  if (equations.samples < minRows) return null
  const coefficients = solveEquations(
    equations,
    priors.map(() => penalty),
    priors,
  )
  const misses = rowsOfLastDay.map(({ terms, target }) => target - multiply(terms, coefficients))
  const anomaly = misses.length === 0 ? 0 : misses.reduce((sum, miss) => sum + miss, 0) / misses.length
  return [...coefficients, anomaly].every(Number.isFinite) ? { coefficients, anomaly } : null
}

/**
 * Load of an hour beyond day D by its temperature, MW: the reference, moved by the temperature and by what is left of the anomaly of D. Beyond
 * 0.65 … 1.5 of the reference the temperature is not believed. NaN where temperature or reference is unknown.
 */
export function computeFittedLoadMw(
  axis: ParisAxis,
  { coefficients, anomaly }: LoadFit,
  load: FilledSeries,
  felt: Float64Array,
  hour: number,
): number {
  const daysBeyond = Math.max((axis.dayOf[hour] ?? 0) - load.lastDay, 1)
  const reference = findReference(axis, load, felt, hour, daysBeyond)
  const terms = reference && listTerms(axis, felt, reference, hour)
  if (reference === null || terms === null) return Number.NaN
  const ofAnomaly = findAnomalyKept(daysBeyond) * anomaly
  const factor = Math.exp(multiply(terms, coefficients) + ofAnomaly)
  const [least, most] = believable
  return reference.loadMw * (factor >= least && factor <= most ? factor : Math.exp(ofAnomaly))
}

function findAnomalyKept(daysBeyond: number): number {
  const last = anomalyKept.length
  return (anomalyKept[Math.min(daysBeyond, last) - 1] ?? 0) * anomalyFade ** Math.max(0, daysBeyond - last)
}

/**
 * Load, heating and cooling of the same hours of the 28 days up to day D, weighted by age and kind of day; null with fewer than seven of them.
 *
 * @param daysBeyond days of the hour after D: the reference begins with day D
 */
function findReference(
  axis: ParisAxis,
  { values }: FilledSeries,
  felt: Float64Array,
  hour: number,
  daysBeyond: number,
): Reference | null {
  const kind = axis.days[axis.dayOf[hour] ?? 0]?.kind
  let [known, weights, loads, heatings, coolings] = [0, 0, 0, 0, 0]
  for (let index = 0; index < referenceDays; index += 1) {
    const back = findSameHourBack(axis, daysBeyond + index, hour)
    if (back < 0) break
    const [loadMw, degrees] = [readValueAt(values, back), readValueAt(felt, back)]
    if (Number.isNaN(loadMw + degrees)) continue
    const isSameKind = axis.days[axis.dayOf[back] ?? 0]?.kind === kind
    const weight = (referenceWeights[index] ?? 0) * (isSameKind ? 1 : otherKindWeight)
    known += 1
    weights += weight
    loads += weight * loadMw
    heatings += weight * computeHeating(degrees)
    coolings += weight * computeCooling(degrees)
  }
  if (known < minReferenceDays) return null
  return { loadMw: loads / weights, heating: heatings / weights, cooling: coolings / weights }
}

const referenceWeights = Float64Array.from(
  { length: referenceDays },
  (_, index) => 0.5 ** (index / referenceHalfLifeDays),
)

/** Heating and cooling against the reference, each with its daily wave; null where the temperature is unknown. */
function listTerms(
  axis: ParisAxis,
  felt: Float64Array,
  { heating, cooling }: Reference,
  hour: number,
): number[] | null {
  const degrees = readValueAt(felt, hour)
  if (Number.isNaN(degrees)) return null
  const angle = (2 * Math.PI * ((axis.hourOfDay[hour] ?? 0) - topHour)) / 24
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const warmer = (computeHeating(degrees) - heating) / temperatureUnit
  const cooler = (computeCooling(degrees) - cooling) / temperatureUnit
  return [warmer, warmer * cosine, warmer * sine, cooler, cooler * cosine, cooler * sine]
}

const computeHeating = (degrees: number): number => Math.max(heatingBelow - degrees, 0)
const computeCooling = (degrees: number): number => Math.max(degrees - coolingAbove, 0)

const multiply = (terms: readonly number[], coefficients: readonly number[]): number =>
  terms.reduce((sum, term, index) => sum + term * (coefficients[index] ?? 0), 0)
