import type { TariffColor } from '../../grid/public-signals.ts'
import { forecastErrorCorrelation, type ResidualModel, residualModels } from './color-constants.ts'
import { type ColorProbabilities, type ColorStock, createColorProbabilities } from './color-rule.ts'
import { createMatrix, type Gaussian, learn, limitVariance, readCell } from './gaussian.ts'
import type { ColorDay } from './tariff-season.ts'

/** A day whose colour is published, with the stock before it. */
export type PublishedDay = { day: ColorDay; stock: ColorStock; color: TariffColor }

/** A forecast of C of a day, by its index in the distribution, with its standard deviation. */
export type ForecastC = { index: number; mean: number; sd: number }

/** Points of the grid over a day's C, and how far it reaches, standard deviations. */
const gridPoints = 201
const gridReachSd = 5
/** The points in standard deviations from the mean, with the density there, up to a factor. */
const grid = Array.from({ length: gridPoints }, (_, point) => {
  const z = gridReachSd * ((2 * point) / (gridPoints - 1) - 1)
  return { z, density: Math.exp(-0.5 * z * z) }
})
const keyOfColor = { BLUE: 'blue', WHITE: 'white', RED: 'red' } as const satisfies Record<
  TariffColor,
  keyof ColorProbabilities
>

/** The part of the year of a day `YYYY-MM-DD`. */
function findResidualModel(date: string): ResidualModel {
  const month = Number(date.slice(5, 7))
  if (month >= 11 || month <= 3) return residualModels.winter
  return month >= 6 && month <= 8 ? residualModels.summer : residualModels.betweenSeasons
}

/**
 * C of up to seven days from `today` on by the net load before it: mean of lead h = calendar + a_h r(−1) + b_h r(−2) + c_h mean(r of 28 days),
 * with the covariance that these left when they were fitted.
 *
 * @param days today and the days after it
 */
export function believeByNetLoad(
  days: readonly ColorDay[],
  residuals: { lastDay: number; dayBefore: number; mean28: number },
): Gaussian {
  const { lastDay, dayBefore, mean28, covariance } = findResidualModel(days[0]?.date ?? '')
  return {
    mean: days.map(({ calendarMean }, lead) => {
      const ofLead = (weights: readonly number[]) => weights[lead] ?? 0
      return (
        calendarMean +
        ofLead(lastDay) * residuals.lastDay +
        ofLead(dayBefore) * residuals.dayBefore +
        ofLead(mean28) * residuals.mean28
      )
    }),
    covariance: createMatrix(days.length, (row, column) => {
      return readCell(covariance, Math.min(row, column), Math.abs(row - column))
    }),
  }
}

/**
 * C of days by the calendar alone: its mean, and the autocorrelation of what deviates from it.
 *
 * @param days at most 17 days
 * @param today `YYYY-MM-DD`: decides on the part of the year
 */
export function believeByCalendar(days: readonly ColorDay[], today: string): Gaussian {
  const { sd, autocorrelation } = findResidualModel(today)
  return {
    mean: days.map(({ calendarMean }) => calendarMean),
    covariance: createMatrix(days.length, (row, column) => sd ** 2 * (autocorrelation[Math.abs(row - column)] ?? 0)),
  }
}

/**
 * The belief with forecasts of some days: these have the mean of their forecast and errors that are correlated by 0.7^|i−j|, the others follow by regression.
 * No day has more variance than without forecasts.
 *
 * @param forecasts at least one
 */
export function learnForecasts(belief: Gaussian, forecasts: readonly ForecastC[]): Gaussian {
  const sds = forecasts.map(({ index, sd }) => Math.min(sd, Math.sqrt(readCell(belief.covariance, index, index))))
  const indexes = forecasts.map(({ index }) => index)
  const learned: Gaussian = {
    mean: forecasts.map(({ mean }) => mean),
    covariance: createMatrix(forecasts.length, (row, column) => {
      const apart = Math.abs((indexes[row] ?? 0) - (indexes[column] ?? 0))
      return (sds[row] ?? 0) * (sds[column] ?? 0) * forecastErrorCorrelation ** apart
    }),
  }
  return limitVariance(learn(belief, indexes, learned), belief.covariance)
}

/**
 * The belief after a colour was published: mean and variance of its day's C under the likelihood of that colour, on a grid, put back through the covariance.
 * A colour that the rule forced, or that it excludes, says nothing.
 *
 * @param index of the day in the distribution
 */
export function learnPublishedColor(belief: Gaussian, index: number, { day, stock, color }: PublishedDay): Gaussian {
  const mean = belief.mean[index] ?? 0
  const sd = Math.sqrt(readCell(belief.covariance, index, index))
  const probabilities = createColorProbabilities(day, stock)
  const key = keyOfColor[color]
  let weightSum = 0
  let sum = 0
  let squareSum = 0
  for (const { z, density } of grid) {
    const weight = density * probabilities({ mean: mean + z * sd, variance: 0 })[key]
    weightSum += weight
    sum += weight * z
    squareSum += weight * z * z
  }
  if (weightSum === 0) return belief
  const shift = sum / weightSum
  const variance = squareSum / weightSum - shift ** 2
  return learn(belief, [index], { mean: [mean + shift * sd], covariance: [[variance * sd ** 2]] })
}
