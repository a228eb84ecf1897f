import { hourMs } from '../../time/instant.ts'
import { computeGCo2eqPerKwhBySet, computeProductionIntensities } from '../intensity.ts'
import { computeKernelDeviation, computeKernelWeights, createKernelWindow, type HourTraits } from './analog-kernel.ts'
import { type AnalogPast, computeServedMw, prepareAnalogPast } from './analog-mix.ts'
import { fillGeneration, type RealisedGeneration } from './axis/filled-past.ts'
import { computeHourIndex, createParisAxis, type ParisAxis, readValueAt } from './axis/paris-axis.ts'
import { computeDrivers, type DriverInputs, type Drivers } from './drivers.ts'
import { analogTypes, type ForecastConstants, shippedConstants } from './forecast-constants.ts'
import { outlookConstants } from './outlook-constants.ts'
import type { RegressionName } from './weather/weather-drivers.ts'

/** Two intensities of one mix: with the agency's life-cycle factors and with the operator's direct ones. */
export const emissionRules = ['lifeCycle', 'direct'] as const
export type EmissionRule = (typeof emissionRules)[number]

/** Everything that was known at the instant of issue. */
export type AnalogInputs = DriverInputs & {
  generation: RealisedGeneration
  /** Emission factors by production type, gCO2eq/kWh. */
  factors: Readonly<Record<EmissionRule, Readonly<Record<string, number>>>>
}

export type AnalogHour = {
  /** Start of the hour, ms. */
  startMs: number
  /** 0 is the hour in progress. */
  lead: number
  /** L, W, S and P; null where the past does not allow one. */
  loadMw: number | null
  windMw: number
  solarMw: number
  priceEurPerMwh: number | null
  isPriceAuctioned: boolean
  /** The projected mix, MW ≥ 0. */
  powerMwByType: Readonly<Record<string, number>>
  /** Intensity of that mix, and the spread of ln(intensity) over similar hours; null where no hour of the past is comparable. */
  carbon: Readonly<Record<EmissionRule, { gCo2eqPerKwh: number; spread: number } | null>>
}

/**
 * Days of history that are read: 32 for the method when the newest generation is two days old, and 16 more: published wind and sun of a day are re-aligned by
 * the fifteen days before it, and holes are filled from fourteen.
 */
export const analogHistoryDays = 48
/** The same with weather: wind is fitted on 92 days, and load on 60 days of which each is compared with the 28 before it. */
export const weatherHistoryDays = 93
/** Complete hours of generation below which there is no forecast. */
const minGenerationHours = 48

/**
 * The forecast of version 2, "analog mix": the mix of each hour is a weighted mean over similar hours of the last 28 days, plus weighted
 * deviations of the last day from that same rule. The method: docs/methodology/forecast.md. Deterministic; keeps no state.
 *
 * @param hours hours after the one that holds `now`; leads beyond the last bucket take its constants
 * @param constants those of the version, with or without weather, unless a fit is judged
 * @returns the hour in progress and those after it; null with fewer than 48 hours of generation
 */
export function computeAnalogForecast(
  inputs: AnalogInputs,
  now: Temporal.Instant,
  hours: number,
  constants: ForecastConstants = findConstants(inputs),
): AnalogHour[] | null {
  return computeAnalogIssue(inputs, now, hours, constants)?.hours ?? null
}

const findConstants = ({ weather }: AnalogInputs): ForecastConstants =>
  weather === null ? shippedConstants : outlookConstants

/** A forecast with the data that determine its age and its quality. */
export type AnalogIssue = {
  /** Start of hour l, the newest complete hour of generation, ms. */
  newestGenerationStartMs: number
  /** Regressions on the weather that have too little of the past. */
  unfitted: readonly RegressionName[]
  /** The hours of the issue with P, M and R over them, for forecasts by the same kernel. */
  axis: ParisAxis
  traits: HourTraits
  hours: AnalogHour[]
}

/** Same as {@link computeAnalogForecast}, with the data that determine its age. */
export function computeAnalogIssue(
  inputs: AnalogInputs,
  now: Temporal.Instant,
  hours: number,
  constants: ForecastConstants = findConstants(inputs),
): AnalogIssue | null {
  const state = prepareAnalogState(inputs, now, hours, constants)
  if (state === null) return null
  const { axis, generation, issued, drivers, past, window } = state
  const factorSets = emissionRules.map((rule) => inputs.factors[rule])
  const realisedLog = factorSets.map((factors) =>
    computeProductionIntensities(generation.mwByType, factors).map(Math.log),
  )
  const forecast = Array.from({ length: hours + 1 }, (_, lead): AnalogHour => {
    const hour = issued + lead
    const weights = computeKernelWeights(drivers.traits, window, hour)
    const powerMwByType = computeMix(past, drivers, { weights, from: window.from }, hour, lead, constants)
    const intensities = computeGCo2eqPerKwhBySet(powerMwByType, factorSets)
    const computeCarbon = (index: number) => {
      const gCo2eqPerKwh = intensities?.[index]
      const spread = computeKernelDeviation(weights, realisedLog[index] ?? new Float64Array(), window.from)
      return gCo2eqPerKwh === undefined || spread === null ? null : { gCo2eqPerKwh, spread }
    }
    return {
      startMs: axis.firstMs + hour * hourMs,
      lead,
      loadMw: nanToNull(readValueAt(drivers.loadMw, hour)),
      windMw: readValueAt(drivers.windMw, hour),
      solarMw: readValueAt(drivers.solarMw, hour),
      priceEurPerMwh: nanToNull(readValueAt(drivers.traits.priceEurPerMwh, hour)),
      isPriceAuctioned: drivers.isAuctioned(hour),
      powerMwByType,
      carbon: { lifeCycle: computeCarbon(0), direct: computeCarbon(1) },
    }
  })
  return {
    newestGenerationStartMs: axis.firstMs + generation.newest * hourMs,
    unfitted: drivers.unfitted,
    axis,
    traits: drivers.traits,
    hours: forecast,
  }
}

/** Data that all hours of one issue share; null with fewer than 48 hours of generation. */
export function prepareAnalogState(
  inputs: AnalogInputs,
  now: Temporal.Instant,
  hours: number,
  constants: ForecastConstants = findConstants(inputs),
) {
  const axis = createParisAxis(now, inputs.weather === null ? analogHistoryDays : weatherHistoryDays, hours)
  const generation = fillGeneration(axis, inputs.generation)
  if (generation === null || generation.completeHours < minGenerationHours) return null
  const issued = computeHourIndex(axis.firstMs, now.epochMilliseconds)
  const drivers = computeDrivers(axis, inputs, generation, issued, hours, constants)
  const past = prepareAnalogPast(axis, drivers.traits, generation)
  const window = createKernelWindow(drivers.traits, generation.first, generation.newest)
  return { axis, generation, issued, drivers, past, window }
}

/** The analog types as served, wind split by the offshore share of hour l, sun, and any further type as it last ran. */
function computeMix(
  past: AnalogPast,
  { windMw, solarMw }: Drivers,
  kernel: { weights: Float64Array; from: number },
  hour: number,
  lead: number,
  { deviationWeights }: ForecastConstants,
): Record<string, number> {
  const { mwByType, newest } = past.generation
  const newestMw = Object.fromEntries(Object.entries(mwByType).map(([type, mw]) => [type, readValueAt(mw, newest)]))
  const offshore = newestMw['WIND_OFFSHORE'] ?? 0
  const offshoreShare = offshore / (offshore + (newestMw['WIND_ONSHORE'] ?? 0)) || 0
  const wind = readValueAt(windMw, hour)
  const served = computeServedMw(past, kernel, hour, lead, deviationWeights)
  const known = Object.fromEntries(analogTypes.flatMap(({ type }) => (mwByType[type] ? [[type, served[type]]] : [])))
  return {
    ...newestMw,
    ...known,
    WIND_ONSHORE: (1 - offshoreShare) * wind,
    ...(mwByType['WIND_OFFSHORE'] === undefined ? {} : { WIND_OFFSHORE: offshoreShare * wind }),
    SOLAR: readValueAt(solarMw, hour),
  }
}

const nanToNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
