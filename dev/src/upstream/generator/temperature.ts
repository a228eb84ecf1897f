import { coldSpell } from './load.ts'
import { dailyBump, type Season, yearlyCosine } from './season.ts'

/** Day of the year that is the warmest on average. */
const warmestDayOfYear = 205

/** Temperature of the country at that hour of an ordinary year, degrees Celsius. */
export function usualTemperatureCelsius({ dayOfYear, hourOfDay }: Season): number {
  return 11 + 8 * yearlyCosine(dayOfYear, warmestDayOfYear) + 5 * dailyBump(hourOfDay, 15, 5)
}

/** Temperature of the country, degrees Celsius: below the usual one while the load feels a cold spell. */
export function temperatureCelsius(season: Season): number {
  return usualTemperatureCelsius(season) - 6 * coldSpell(season)
}
