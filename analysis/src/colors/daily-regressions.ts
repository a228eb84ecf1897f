import { isFrenchHoliday } from '@hexawatt/shared/grid/french-holidays'
import { addSample, createEquations, listDiagonal, solveEquations } from '@hexawatt/shared/methodology/least-squares'
import type { RecordedColors } from '../recorded/recorded-colors.ts'
import type { ForecastWeather } from './emulated-weather.ts'

/** Days of the past that the regressions see: fewer on the first day of an installation. */
export type RegressionHistory = { loadDays: number; windDays: number; sunDays: number }
export const fullHistory: RegressionHistory = { loadDays: 120, windDays: 365, sunDays: 14 }
export const firstDayHistory: RegressionHistory = { loadDays: 60, windDays: 28, sunDays: 14 }

/** The reference of a day: 28 days back, ½ every ten days, those of another kind of day nearly left out. */
const reference = { days: 28, halfLifeDays: 10, otherKind: 0.02, atLeast: 7 }
const loadHalfLifeDays = 45
const windHalfLifeDays = 150
/** Share of the diagonal that is added to it. */
const windPenalty = 1e-4
/** Prior of the sensitivity of load to heating and cooling, per 10 °C, and its weight. */
const prior = { slopes: [0.45, 0.15], weight: 0.4 }
/** Share of the last day's residual that lasts, by days ahead. */
const lastingShare = (days: number): number => [0.8, 0.7, 0.6][days - 1] ?? 0.6 * 0.93 ** (days - 3)

type Reference = { loadMw: number; heating: number; cooling: number }

/**
 * Forecasts of load and of wind and sun of tariff days from the weather, as the product makes them hour by hour: load by its level of like days and what
 * heating and cooling differ from theirs; wind by a cubic of the speed; sun by its mean of the last days, for which no weather is recorded.
 *
 * @param windMs wind speed of each day, m/s
 */
export function createDailyRegressions(
  { days, windMw, sunMw }: RecordedColors,
  windMs: readonly (number | null)[],
  { loadDays, windDays, sunDays }: RegressionHistory,
) {
  const kinds = days.loadMw.map((_, day) => findKind(days.firstDay.add({ days: day })))
  const past = days.loadMw.map((_, day) => computeDegrees(days.temperatureC[day], days.temperatureC[day - 1]))
  /** Reference of each day from the days before it. */
  const references = days.loadMw.map((_, day) => findReference(days.loadMw, day - 1, kinds[day] ?? 0))

  function findReference(loadMw: readonly (number | null)[], from: number, kind: number): Reference | null {
    let [weights, load, heating, cooling, count] = [0, 0, 0, 0, 0]
    for (let age = 0; age < reference.days; age += 1) {
      const day = from - age
      const [mw, degrees] = [loadMw[day] ?? null, past[day] ?? null]
      if (mw === null || degrees === null) continue
      const weight = 0.5 ** (age / reference.halfLifeDays) * (kinds[day] === kind ? 1 : reference.otherKind)
      weights += weight
      load += weight * mw
      heating += weight * degrees.heating
      cooling += weight * degrees.cooling
      count += 1
    }
    if (count < reference.atLeast) return null
    return { loadMw: load / weights, heating: heating / weights, cooling: cooling / weights }
  }

  /** @param todayLoadMw load of today as published */
  function forecastLoad(
    today: number,
    todayLoadMw: number,
    temperatureC: readonly (number | null)[],
  ): (number | null)[] {
    const equations = createEquations(2)
    const loads = [...days.loadMw.slice(0, today), todayLoadMw]
    for (let day = Math.max(0, today - loadDays + 1); day <= today; day += 1) {
      const row = toRow(references[day] ?? null, past[day] ?? null, loads[day] ?? null)
      const weight = 0.5 ** ((today - day) / loadHalfLifeDays)
      if (row !== null) addSample(equations, row.terms, row.target, weight)
    }
    const slopes = solveEquations(equations, [prior.weight, prior.weight], prior.slopes)
    const last = toRow(references[today] ?? null, past[today] ?? null, todayLoadMw)
    const residual = last === null ? 0 : last.target - multiply(last.terms, slopes)
    return temperatureC.map((temperature, lead) => {
      if (lead === 0) return todayLoadMw
      const before = temperatureC[lead - 1] ?? null
      const of = findReference(loads, today, kinds[today + lead] ?? 0)
      const row = toRow(of, computeDegrees(temperature, before), of?.loadMw ?? null)
      if (of === null || row === null) return null
      return of.loadMw * Math.exp(multiply(row.terms, slopes) + lastingShare(lead) * residual)
    })
  }

  function forecastWind(today: number, speeds: readonly (number | null)[]): (number | null)[] {
    const equations = createEquations(4)
    for (let day = Math.max(0, today - windDays); day < today; day += 1) {
      const [speed, mw] = [windMs[day] ?? null, windMw[day] ?? null]
      const weight = 0.5 ** ((today - day) / windHalfLifeDays)
      if (speed !== null && mw !== null) addSample(equations, cubicOf(speed), mw, weight)
    }
    if (equations.samples < 20) return speeds.map(() => null)
    const weights = solveEquations(
      equations,
      listDiagonal(equations).map((sum) => windPenalty * sum),
    )
    return speeds.map((speed) => (speed === null ? null : Math.max(0, multiply(cubicOf(speed), weights))))
  }

  return function forecast(today: number, todayLoadMw: number, weather: ForecastWeather) {
    const wind = forecastWind(today, weather.windMs)
    const recentSunMw = sunMw.slice(Math.max(0, today - sunDays), today).filter((mw) => mw !== null)
    const meanSunMw =
      recentSunMw.length < sunDays / 2 ? null : recentSunMw.reduce((sum, mw) => sum + mw, 0) / recentSunMw.length
    return {
      loadMw: forecastLoad(today, todayLoadMw, weather.temperatureC),
      windAndSunMw: wind.map((mw) => (mw === null || meanSunMw === null ? null : mw + meanSunMw)),
    }
  }
}

type Degrees = { heating: number; cooling: number }

/** Degrees below 15 °C and above 20 °C of 0.6 of a day's temperature and 0.4 of the day before. */
function computeDegrees(temperatureC: number | null | undefined, beforeC: number | null | undefined): Degrees | null {
  if (temperatureC === null || temperatureC === undefined || beforeC === null || beforeC === undefined) return null
  const felt = 0.6 * temperatureC + 0.4 * beforeC
  return { heating: Math.max(15 - felt, 0), cooling: Math.max(felt - 20, 0) }
}

function toRow(of: Reference | null, degrees: Degrees | null, loadMw: number | null) {
  if (of === null || degrees === null || loadMw === null) return null
  const terms = [(degrees.heating - of.heating) / 10, (degrees.cooling - of.cooling) / 10]
  return { terms, target: Math.log(loadMw / of.loadMw) }
}

/** 0 working day, 1 Saturday, 2 Sunday or holiday. */
function findKind(date: Temporal.PlainDate): number {
  if (date.dayOfWeek === 7 || isFrenchHoliday(date)) return 2
  return date.dayOfWeek === 6 ? 1 : 0
}

const cubicOf = (speed: number): number[] => [1, speed / 8, (speed / 8) ** 2, (speed / 8) ** 3]

function multiply(terms: readonly number[], weights: readonly number[]): number {
  return terms.reduce((sum, term, index) => sum + term * (weights[index] ?? 0), 0)
}
