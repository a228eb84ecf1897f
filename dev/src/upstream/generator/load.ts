import { computeNoise, computeSmoothStep, interpolate } from './noise.ts'
import { computeDailyBump, computeYearlyCosine, type Season } from './season.ts'

/** Share of the day's mean at each even hour, 0 to 24 h: night trough, working day, evening peak. */
const shapeByEvenHour = [0.95, 0.92, 0.87, 0.93, 1.05, 1.06, 1.07, 1.02, 1.0, 1.08, 1.05, 1.02, 0.95] as const

/** Share of a working day's consumption, Monday to Sunday. */
const shareByDayOfWeek = [1, 1, 1, 1, 1, 0.93, 0.89] as const

/** Length of the transition between the levels of two days, hours. */
const dayChangeHours = 8

/** Consumption of France without pumping, MW. */
export function generateLoadMw(season: Season): number {
  const meanMw = 51_500 + 12_500 * season.winter
  const coldSpellMw = computeColdSpell(season) * (1_800 + 4_200 * Math.max(0, season.winter))
  const flickerMw = computeNoise(season.epochMs, 3, 12) * 500
  return (meanMw + coldSpellMw) * computeDailyShape(season) * computeWeeklyShare(season) + flickerMw
}

/** How much colder than usual the weather is, in [-1, 1]; persists for days. */
function computeColdSpell({ epochMs }: Season): number {
  return computeNoise(epochMs, 84, 11)
}

function computeDailyShape({ hourOfDay, winter }: Season): number {
  const index = Math.floor(hourOfDay / 2)
  const shape = interpolate(
    shapeByEvenHour[index] ?? 1,
    shapeByEvenHour[index + 1] ?? 1,
    computeSmoothStep(hourOfDay / 2 - index),
  )
  // Electric heating stretches the winter day; summer days are flatter.
  return 1 + (shape - 1) * (1 + 0.15 * winter)
}

function computeWeeklyShare({ dayOfWeek, hourOfDay }: Season): number {
  const today = shareByDayOfWeek[dayOfWeek - 1] ?? 1
  const yesterday = shareByDayOfWeek[(dayOfWeek + 5) % 7] ?? 1
  return interpolate(yesterday, today, computeSmoothStep(hourOfDay / dayChangeHours))
}

/** The warmest day of an average year. */
const warmestDayOfYear = 205

/** Temperature of the country at this hour of an average year, degrees Celsius. */
export function computeUsualTemperatureCelsius({ dayOfYear, hourOfDay }: Season): number {
  return 11 + 8 * computeYearlyCosine(dayOfYear, warmestDayOfYear) + 5 * computeDailyBump(hourOfDay, 15, 5)
}

/** Temperature of the country, degrees Celsius; the cold spells of the load lower it. */
export function generateTemperatureCelsius(season: Season): number {
  return computeUsualTemperatureCelsius(season) - 6 * computeColdSpell(season)
}
