import { maxForecastHours } from '../../contract/score.ts'
import type { FilledSeries } from './axis/filled-past.ts'
import { computeDayMean, findSameHourBack, type ParisAxis, readValueAt } from './axis/paris-axis.ts'
import { computeWeightedMean, countDaysBetween, listPastHours, maxPastDays } from './axis/same-hours.ts'
import type { ForecastConstants } from './forecast-constants.ts'

/** The published series that a price stands on, filled. */
export type PricePast = {
  price: FilledSeries
  load: FilledSeries
  wind: FilledSeries
  solar: FilledSeries
}

export type HourDrivers = { loadMw: number; windMw: number; solarMw: number }

/** Half-life of a day's weight, days, and the weight of a working day against a day of rest. */
const halfLifeDays = 4
const otherRestWeight = 0.2
/** Units of x. */
const loadUnitMw = 5000
const windUnitMw = 3000
const solarUnitMw = 2000
export const priceUnitEurPerMwh = 30
/** Days whose mean the level of the last auctioned day is compared with. */
const levelDays = 7

/**
 * Price P(t), EUR/MWh (docs/methodology/forecast.md#drivers-of-the-target-hour): auctioned, else c + 30·(β·x); NaN without any price.
 *
 * @param coefficientsOf β by state
 */
export function computePriceEurPerMwh(
  axis: ParisAxis,
  past: PricePast,
  drivers: HourDrivers,
  hour: number,
  coefficientsOf: (state: number) => readonly number[],
): number {
  const auctioned = readValueAt(past.price.values, hour)
  if (!Number.isNaN(auctioned)) return auctioned
  const { usual, terms, state } = computePriceTerms(axis, past, drivers, hour)
  const beta = coefficientsOf(state)
  return usual + priceUnitEurPerMwh * terms.reduce((total, term, index) => total + (beta[index] ?? 0) * term, 0)
}

/** β by state of the price of a lead: beyond 48 hours from rows of their own; a state without a row takes the row 4 + hg of the nearer hours. */
export function findPriceCoefficients(
  { priceCoefficients, farPriceCoefficients }: ForecastConstants,
  lead: number,
): (state: number) => readonly number[] {
  return (state) =>
    (lead > maxForecastHours ? farPriceCoefficients[state] : undefined) ??
    priceCoefficients[state] ??
    priceCoefficients[4 + (state % 4)] ??
    []
}

/** Components of a price beyond the auction: c, x, and the state that selects β. */
export type PriceTerms = { usual: number; terms: readonly number[]; state: number }

/**
 * c and x of the price beyond the auction (docs/methodology/forecast.md#drivers-of-the-target-hour). The past hours lie before G, the earliest of the last
 * published days of price, wind and sun, and load.
 */
export function computePriceTerms(axis: ParisAxis, past: PricePast, drivers: HourDrivers, hour: number): PriceTerms {
  const { price, load, wind, solar } = past
  const lastCommonDay = Math.min(...[price, wind, load].map(({ lastDay }) => lastDay).filter((day) => day >= 0))
  const isRest = isRestDay(axis, axis.dayOf[hour])
  const hours = listPastHours(axis, hour, lastCommonDay, maxPastDays, ({ index, day }) => {
    return 0.5 ** (index / halfLifeDays) * (isRestDay(axis, day) === isRest ? 1 : otherRestWeight)
  })
  const usual = computeWeightedMean(hours, price.values)
  const lastDayPrice = readValueAt(price.values, findSameHourOfLastDay(axis, price, hour))
  const x = [
    1,
    (drivers.loadMw - computeWeightedMean(hours, load.values)) / loadUnitMw,
    (drivers.windMw - computeWeightedMean(hours, wind.values)) / windUnitMw,
    (drivers.solarMw - computeWeightedMean(hours, solar.values)) / solarUnitMw,
    (lastDayPrice - usual) / priceUnitEurPerMwh,
    computeLevelOfLastDay(axis, price) / priceUnitEurPerMwh,
  ]
  // A term whose input is unknown is 0.
  const terms = x.map((term) => (Number.isNaN(term) ? 0 : term))
  return { usual, terms, state: findState(axis, past, hour) }
}

/**
 * M(t): mean price of the Paris day of each hour that is forecast: published prices, else P, else (beyond the last lead) the same hour of the last auctioned day.
 *
 * @param estimateOf P of an hour of the forecast; NaN outside of it
 */
export function computeDayPrices(
  axis: ParisAxis,
  price: FilledSeries,
  estimateOf: (hour: number) => number,
): Float64Array {
  const means = new Float64Array(axis.days.length).fill(Number.NaN)
  for (const [day, { first, hours }] of axis.days.entries()) {
    let [sum, known] = [0, 0]
    for (let hour = first; hour < first + hours; hour += 1) {
      const value = [readValueAt(price.values, hour), estimateOf(hour)].find((one) => !Number.isNaN(one))
      const ofHour =
        value ??
        (day > price.lastDay ? readValueAt(price.values, findSameHourOfLastDay(axis, price, hour)) : Number.NaN)
      if (Number.isNaN(ofHour)) continue
      sum += ofHour
      known += 1
    }
    if (known > 0) means[day] = sum / known
  }
  return means
}

/** 4·(2·[day(t) − D_price > 1] + [day(t) > D_gen]) + hg. */
function findState(axis: ParisAxis, { price, wind }: PricePast, hour: number): number {
  const isLater = countDaysBetween(axis, price.lastDay, hour) > 1
  const isBeyondWeather = (axis.dayOf[hour] ?? 0) > wind.lastDay
  return 4 * (2 * Number(isLater) + Number(isBeyondWeather)) + findPartOfDay(axis.hourOfDay[hour] ?? 0)
}

/** hg(t): night, morning, afternoon, evening. */
function findPartOfDay(hourOfDay: number): number {
  if (hourOfDay < 6) return 0
  if (hourOfDay < 12) return 1
  return hourOfDay < 17 ? 2 : 3
}

function findSameHourOfLastDay(axis: ParisAxis, price: FilledSeries, hour: number): number {
  return findSameHourBack(axis, countDaysBetween(axis, price.lastDay, hour), hour)
}

/** Mean price of the last auctioned day less the mean of the daily means of the seven before, EUR/MWh. */
function computeLevelOfLastDay(axis: ParisAxis, { values, lastDay }: FilledSeries): number {
  const means = Array.from({ length: levelDays }, (_, index) => computeDayMean(axis, values, lastDay - 1 - index))
  const known = means.filter((mean) => !Number.isNaN(mean))
  return computeDayMean(axis, values, lastDay) - known.reduce((sum, mean) => sum + mean, 0) / known.length
}

function isRestDay({ days }: ParisAxis, day: number | undefined): boolean | undefined {
  return day === undefined ? undefined : days[day]?.isRest
}
