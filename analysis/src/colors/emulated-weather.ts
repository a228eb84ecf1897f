import type { RecordedColors } from '../recorded/recorded-colors.ts'
import { createNormalNumbers, createNormalScores, drawChain } from './normal-numbers.ts'

/** Weather of today and the days after it as a forecast of today would have it; null is unknown. */
export type ForecastWeather = { temperatureC: (number | null)[]; windMs: (number | null)[] }

/** Errors of temperature (standard deviation, °C) and skill of wind (correlation with what came), by lead 0 to 9 days: from archived forecasts, the last three leads extrapolated. */
const temperatureErrorC = [0.4, 0.75, 0.85, 1, 1.1, 1.5, 1.8, 2.2, 2.6, 3]
const windCorrelation = [0.97, 0.94, 0.93, 0.88, 0.86, 0.8, 0.64, 0.5, 0.4, 0.3]
/** Correlation of the errors of neighbouring days: 0.98 and 0.97 an hour. */
const temperatureChain = 0.98 ** 24
const windChain = 0.97 ** 24

/** Days on each side of the slow mean of wind, which a forecast is taken to know. */
const slowMeanDays = 30
/** Noise of the logarithm of a wind speed that is derived from the power: a regression on speeds as recorded explains 92 % of the power. */
const derivedSpeedNoise = 0.09
const leads = temperatureErrorC.length

/**
 * Wind speed of each day: as recorded, or where it is not, derived from the power that was generated, m/s. Power grows with about the second power of the
 * weighted mean speed, and with the installed capacity, for which the largest day of the year before stands.
 */
export function completeWindSpeeds({ windMs, windMw }: RecordedColors): (number | null)[] {
  const normal = createNormalNumbers(97)
  return windMs.map((recorded, day) => {
    const powerMw = windMw[day] ?? null
    const noise = normal()
    if (recorded !== null || powerMw === null) return recorded
    const year = windMw.slice(Math.max(0, day - 365), day + 1).filter((mw) => mw !== null)
    const largestMw = Math.max(...year, 1)
    return 8 * Math.sqrt(powerMw / largestMw) * Math.exp(derivedSpeedNoise * noise)
  })
}

/**
 * Makes forecasts of temperature and wind from what came. Temperature gets normal errors; wind keeps its spread: its normal score, of the logarithm less the
 * slow mean, is mixed with noise so far that the correlation with what came is that of its lead.
 *
 * @param seed of the random numbers: a run can be repeated
 */
export function createWeatherEmulator(
  temperatureC: readonly (number | null)[],
  windMs: readonly (number | null)[],
  seed: number,
) {
  const normal = createNormalNumbers(seed)
  const slow = windMs.map((_, day) =>
    averageLogarithms(windMs.slice(Math.max(0, day - slowMeanDays), day + slowMeanDays + 1)),
  )
  const fast = windMs.map((speed, day) => (speed === null ? null : Math.log(speed) - (slow[day] ?? 0)))
  const { toScore, fromScore } = createNormalScores(fast.filter((value) => value !== null))

  return function emulate(today: number): ForecastWeather {
    const [temperatureErrors, windErrors] = [
      drawChain(normal, leads, temperatureChain),
      drawChain(normal, leads, windChain),
    ]
    return {
      temperatureC: temperatureErrors.map((error, lead) => {
        const came = temperatureC[today + lead] ?? null
        return came === null ? null : came + error * (temperatureErrorC[lead] ?? 0)
      }),
      windMs: windErrors.map((error, lead) => {
        const came = fast[today + lead] ?? null
        const correlation = windCorrelation[lead] ?? 0
        if (came === null) return null
        const score = correlation * toScore(came) + Math.sqrt(1 - correlation ** 2) * error
        return Math.exp((slow[today + lead] ?? 0) + fromScore(score))
      }),
    }
  }
}

function averageLogarithms(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null)
  return known.reduce((sum, value) => sum + Math.log(value), 0) / Math.max(1, known.length)
}
