import { maxForecastHours } from '../../contract/score.ts'
import { maxOutlookHours } from '../../contract/values/longest-outlook.ts'
import type { HourTraits } from './analog-kernel.ts'
import {
  type FilledGeneration,
  type FilledSeries,
  fillPublished,
  type PublishedSeries,
  toAxisSeries,
} from './axis/filled-past.ts'
import { type ParisAxis, readValueAt } from './axis/paris-axis.ts'
import type { ForecastConstants } from './forecast-constants.ts'
import { computeLoadMw } from './load.ts'
import { computeDayPrices, computePriceEurPerMwh, findPriceCoefficients, type PricePast } from './price.ts'
import type { NationalWeather } from './weather/national-weather.ts'
import { prepareWeatherDrivers, type RegressionName } from './weather/weather-drivers.ts'
import { computeSolarMw, computeWindMw, type PublishedWindAndSun, prepareWeatherPast } from './wind-and-sun.ts'

/** What was known of the drivers at the instant of issue. */
export type DriverInputs = {
  windAndSun: PublishedWindAndSun
  /** Forecast weather; null without any, or when the newest run is too old: the horizon is then that of {@link maxForecastHours}. */
  weather: NationalWeather | null
  /** Forecast of consumption, MW. */
  load: PublishedSeries
  /** Day-ahead price, EUR/MWh. */
  price: PublishedSeries
}

export type Drivers = {
  traits: HourTraits
  loadMw: Float64Array
  windMw: Float64Array
  solarMw: Float64Array
  isAuctioned: (hour: number) => boolean
  /** The published series that a price stands on. */
  pricePast: PricePast
  /** Regressions on the weather that have too little of the past. */
  unfitted: readonly RegressionName[]
}

/**
 * Drivers of the hours of the forecast (docs/methodology/forecast.md#drivers-of-the-target-hour), and published values of past hours. What is
 * published counts; beyond it the weather, where there is any and it knows the hour; else the past only.
 */
export function computeDrivers(
  axis: ParisAxis,
  inputs: DriverInputs,
  generation: FilledGeneration,
  issued: number,
  hours: number,
  constants: ForecastConstants,
): Drivers {
  const load = fillPublished(axis, inputs.load)
  const price = fillPublished(axis, inputs.price)
  const windAndSun = prepareWeatherPast(axis, inputs.windAndSun, generation)
  const pricePast = { price, load, wind: windAndSun.wind, solar: windAndSun.solar }
  const weather = prepareWeather(axis, inputs, generation, issued, load.lastDay)
  const [loads, winds, suns] = [load.values.slice(), windAndSun.wind.values.slice(), windAndSun.solar.values.slice()]
  const prices = price.values.slice()
  for (let hour = issued; hour <= issued + hours; hour += 1) {
    const drivers = {
      loadMw: pickDriver(load, weather?.loadMw, hour, () => computeLoadMw(axis, load, hour)),
      windMw: pickDriver(windAndSun.wind, weather?.windMw, hour, () => computeWindMw(windAndSun, hour)),
      solarMw: pickDriver(windAndSun.solar, weather?.sunMw, hour, () => computeSolarMw(axis, windAndSun, hour)),
    }
    loads[hour] = drivers.loadMw
    winds[hour] = drivers.windMw
    suns[hour] = drivers.solarMw
    const coefficientsOf = findPriceCoefficients(constants, hour - issued)
    prices[hour] = computePriceEurPerMwh(axis, pricePast, drivers, hour, coefficientsOf)
  }
  // Forecast prices count in M up to 48 hours ahead; with weather, or when 72 hours are asked for, up to 72. Of the few hours beyond, which callers compute for
  // the minutes after a full hour, M takes the same hour of the last auctioned day, so that these hours change no value of the others.
  const isLong = weather !== null || hours >= maxOutlookHours
  const lastLead = Math.min(hours, isLong ? maxOutlookHours : maxForecastHours)
  const isForecast = (hour: number): boolean => hour >= issued && hour <= issued + lastLead
  const meanByDay = computeDayPrices(axis, price, (hour) => (isForecast(hour) ? readValueAt(prices, hour) : Number.NaN))
  const traits = {
    priceEurPerMwh: prices,
    dayPriceEurPerMwh: Float64Array.from(axis.dayOf, (day) => readValueAt(meanByDay, day)),
    residualMw: loads.map((load, hour) => load - readValueAt(winds, hour) - readValueAt(suns, hour)),
    hourOfDay: axis.hourOfDay,
    isRest: Uint8Array.from(axis.dayOf, (day) => Number(axis.days[day]?.isRest ?? false)),
  }
  const isAuctioned = (hour: number): boolean => !Number.isNaN(readValueAt(price.values, hour))
  const unfitted = weather?.unfitted ?? []
  return { traits, loadMw: loads, windMw: winds, solarMw: suns, isAuctioned, pricePast, unfitted }
}

/** The regressions on the weather; null without weather. */
function prepareWeather(
  axis: ParisAxis,
  { weather, load }: DriverInputs,
  generation: FilledGeneration,
  issued: number,
  lastLoadDay: number,
) {
  if (weather === null) return null
  // A filled hole is no observation that a regression may learn from.
  const known = { values: toAxisSeries(axis, load.byHour), lastDay: lastLoadDay }
  const dayStart = axis.days[axis.dayOf[issued] ?? 0]?.first ?? 0
  return prepareWeatherDrivers(axis, weather, { load: known, generation }, dayStart)
}

/** Of an hour that is not published the weather's value, where it has one. */
function pickDriver(
  published: FilledSeries,
  ofWeather: ((hour: number) => number) | undefined,
  hour: number,
  computeOther: () => number,
): number {
  const value = Number.isNaN(readValueAt(published.values, hour)) ? (ofWeather?.(hour) ?? Number.NaN) : Number.NaN
  return Number.isNaN(value) ? computeOther() : value
}
