import { maxForecastHours } from '../../contract/score.ts'
import { hourMs } from '../../time/instant.ts'
import { computeGCo2eqPerKwhBySet, computeProductionIntensities } from '../intensity.ts'
import { computeKernelWeights, createKernelWindow, type HourTraits } from './analog-kernel.ts'
import { type AnalogPast, computeServedMw, prepareAnalogPast } from './analog-mix.ts'
import {
  type FilledGeneration,
  fillGeneration,
  fillPublished,
  type PublishedSeries,
  type RealisedGeneration,
} from './axis/filled-past.ts'
import { computeHourIndex, createParisAxis, type ParisAxis, readValueAt } from './axis/paris-axis.ts'
import { analogTypes, type ForecastConstants, shippedConstants } from './forecast-constants.ts'
import { computeLoadMw } from './load.ts'
import { computeDayPrices, computePriceEurPerMwh, type PricePast } from './price.ts'
import type { NationalWeather } from './weather/national-weather.ts'
import { computeSolarMw, computeWindMw, type PublishedWindAndSun, prepareWeatherPast } from './wind-and-sun.ts'

/** Two intensities of one mix: with the agency's life-cycle factors and with the operator's direct ones. */
const emissionRules = ['lifeCycle', 'direct'] as const
export type EmissionRule = (typeof emissionRules)[number]

/** Everything that was known at the instant of issue. */
export type AnalogInputs = {
  generation: RealisedGeneration
  windAndSun: PublishedWindAndSun
  /** Forecast weather; null without any, or when the newest run is too old: the horizon is then that of {@link maxForecastHours}. */
  weather: NationalWeather | null
  /** Forecast of consumption, MW. */
  load: PublishedSeries
  /** Day-ahead price, EUR/MWh. */
  price: PublishedSeries
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

/** Days of history that are read: 29 for the method, and 14 more that holes at its beginning are filled from. */
export const analogHistoryDays = 45
/** Complete hours of generation below which there is no forecast. */
const minGenerationHours = 48

/**
 * The forecast of version 2, "analog mix": the mix of each hour is a weighted mean over similar hours of the last 28 days, plus weighted
 * deviations of the last day from that same rule. The method: docs/methodology/forecast.md. Deterministic; keeps no state.
 *
 * @param hours hours after the one that holds `now`; leads beyond 48 take the constants of 37–48
 * @param constants those of the version, unless a fit is judged
 * @returns the hour in progress and those after it; null with fewer than 48 hours of generation
 */
export function computeAnalogForecast(
  inputs: AnalogInputs,
  now: Temporal.Instant,
  hours: number,
  constants: ForecastConstants = shippedConstants,
): AnalogHour[] | null {
  return computeAnalogIssue(inputs, now, hours, constants)?.hours ?? null
}

/** A forecast with the start of hour l, the newest complete hour of generation, ms. */
export type AnalogIssue = { newestGenerationStartMs: number; hours: AnalogHour[] }

/** Same as {@link computeAnalogForecast}, with the data that determine its age. */
export function computeAnalogIssue(
  inputs: AnalogInputs,
  now: Temporal.Instant,
  hours: number,
  constants: ForecastConstants = shippedConstants,
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
      const spread = computeDeviation(weights, realisedLog[index] ?? new Float64Array(), window.from)
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
  return { newestGenerationStartMs: axis.firstMs + generation.newest * hourMs, hours: forecast }
}

/** Data that all hours of one issue share; null with fewer than 48 hours of generation. */
export function prepareAnalogState(
  inputs: AnalogInputs,
  now: Temporal.Instant,
  hours: number,
  constants: ForecastConstants = shippedConstants,
) {
  const axis = createParisAxis(now, analogHistoryDays, hours)
  const generation = fillGeneration(axis, inputs.generation)
  if (generation === null || generation.completeHours < minGenerationHours) return null
  const issued = computeHourIndex(axis.firstMs, now.epochMilliseconds)
  const drivers = computeDrivers(axis, inputs, generation, issued, hours, constants)
  const past = prepareAnalogPast(axis, drivers.traits, generation)
  const window = createKernelWindow(drivers.traits, generation.first, generation.newest)
  return { axis, generation, issued, drivers, past, window }
}

type Drivers = {
  traits: HourTraits
  loadMw: Float64Array
  windMw: Float64Array
  solarMw: Float64Array
  isAuctioned: (hour: number) => boolean
  /** The published series that a price stands on. */
  pricePast: PricePast
}

/** Drivers of the hours of the forecast (docs/methodology/forecast.md#drivers-of-the-target-hour), and published values of past hours. */
function computeDrivers(
  axis: ParisAxis,
  inputs: AnalogInputs,
  generation: FilledGeneration,
  issued: number,
  hours: number,
  { priceCoefficients }: ForecastConstants,
): Drivers {
  const load = fillPublished(axis, inputs.load)
  const price = fillPublished(axis, inputs.price)
  const windAndSun = prepareWeatherPast(axis, inputs.windAndSun, generation)
  const pricePast = { price, load, wind: windAndSun.wind, solar: windAndSun.solar }
  const [loads, winds, suns] = [load.values.slice(), windAndSun.wind.values.slice(), windAndSun.solar.values.slice()]
  const prices = price.values.slice()
  for (let hour = issued; hour <= issued + hours; hour += 1) {
    const drivers = {
      loadMw: computeLoadMw(axis, load, hour),
      windMw: computeWindMw(windAndSun, hour),
      solarMw: computeSolarMw(axis, windAndSun, hour),
    }
    loads[hour] = drivers.loadMw
    winds[hour] = drivers.windMw
    suns[hour] = drivers.solarMw
    prices[hour] = computePriceEurPerMwh(axis, pricePast, drivers, hour, priceCoefficients)
  }
  // Of further hours that a caller computes M takes the same hour of the last auctioned day: the number of requested hours changes no value.
  const isForecast = (hour: number): boolean => hour >= issued && hour <= issued + Math.min(hours, maxForecastHours)
  const meanByDay = computeDayPrices(axis, price, (hour) => (isForecast(hour) ? readValueAt(prices, hour) : Number.NaN))
  const traits = {
    priceEurPerMwh: prices,
    dayPriceEurPerMwh: Float64Array.from(axis.dayOf, (day) => readValueAt(meanByDay, day)),
    residualMw: loads.map((load, hour) => load - readValueAt(winds, hour) - readValueAt(suns, hour)),
    hourOfDay: axis.hourOfDay,
    isRest: Uint8Array.from(axis.dayOf, (day) => Number(axis.days[day]?.isRest ?? false)),
  }
  const isAuctioned = (hour: number): boolean => !Number.isNaN(readValueAt(price.values, hour))
  return { traits, loadMw: loads, windMw: winds, solarMw: suns, isAuctioned, pricePast }
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

/** The weighted standard deviation of the known values of a window (docs/methodology/forecast.md#bands); null without a known value. */
function computeDeviation(weights: Float64Array, values: Float64Array, from: number): number | null {
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

const nanToNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
