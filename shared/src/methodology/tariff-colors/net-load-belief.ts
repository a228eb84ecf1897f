import type { TariffColor } from '../../grid/public-signals.ts'
import { forecastErrorCorrelation, type ResidualModel, type ResidualModels } from './color-constants.ts'
import { type ColorProbabilities, type ColorStock, createColorProbabilities } from './color-rule.ts'
import { createMatrix, type Gaussian, learn, limitVariance, readCell } from './gaussian.ts'
import type { ColorDay } from './tariff-season.ts'

/** A day whose colour is published, with the stock before it. */
export type PublishedDay = { day: ColorDay; stock: ColorStock; color: TariffColor }

/** A forecast of C of a day, by its index in the distribution, with its standard deviation. */
export type ForecastC = { index: number; mean: number; sd: number }

/**
 * Standard deviation of what C is off by on a scale with stand-ins, and least likelihood of a colour, so that a single decision that the rule does not explain
 * says little. Chosen in the backtest of 2014 to 2025.
 */
const offsetSd = 0.15
const leastLikelihood = 0.01

/** Points of the grid over a day's C, and how far it reaches, standard deviations. */
const gridPoints = 201
const gridReachSd = 5
/** The points in standard deviations from the mean, with the density there, up to a factor. */
const grid = Array.from({ length: gridPoints }, (_, point) => {
  const z = gridReachSd * ((2 * point) / (gridPoints - 1) - 1)
  return { z, density: Math.exp(-0.5 * z * z) }
})
/** A coarser grid is enough for an offset that many days tell. */
const offsetGrid = grid.filter((_, point) => point % 5 === 0)
const keyOfColor = { BLUE: 'blue', WHITE: 'white', RED: 'red' } as const satisfies Record<
  TariffColor,
  keyof ColorProbabilities
>

/** A forecast of C of a day from the weather; `sd` is null where the fitted share and error of its lead hold. */
export type WeatherForecastC = { index: number; mean: number; sd: number | null }

/** The model of the part of the year that holds a day. */
export function findResidualModel(models: ResidualModels, { month }: Temporal.PlainDate): ResidualModel {
  if (month >= 11 || month <= 3) return models.winter
  return month >= 6 && month <= 8 ? models.summer : models.betweenSeasons
}

/**
 * C of up to ten days from today on by the net load before it: mean of lead h = calendar + a_h r(−1) + b_h r(−2) + c_h mean(r of 28 days),
 * with the covariance that these left when they were fitted.
 *
 * @param days today and the days after it
 */
export function believeByNetLoad(
  { lastDay, dayBefore, mean28, covariance }: ResidualModel,
  days: readonly ColorDay[],
  residuals: { lastDay: number; dayBefore: number; mean28: number },
): Gaussian {
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
    covariance: createMatrix(days.length, (row, column) => readCell(covariance, row, column)),
  }
}

/**
 * C of days by the calendar alone: its mean, and the autocorrelation of what deviates from it.
 *
 * @param days at most 20 days
 */
export function believeByCalendar({ sd, autocorrelation }: ResidualModel, days: readonly ColorDay[]): Gaussian {
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
 * The belief with forecasts from the weather: a forecast F of lead h gives the mean m + share_h · (F − m) and the error that was fitted with the share. A
 * forecast with an error of its own counts in full. The errors have the fitted correlations, the other days follow by regression. No day has more variance
 * than without forecasts.
 *
 * @param forecasts at least one; the index of a forecast is its lead
 */
export function learnWeatherForecasts(
  { weatherShare, weatherCovariance }: ResidualModel,
  belief: Gaussian,
  forecasts: readonly WeatherForecastC[],
): Gaussian {
  const fittedSds = forecasts.map(({ index }) => Math.sqrt(readCell(weatherCovariance, index, index)))
  const stretches = forecasts.map(({ sd }, position) => (sd === null ? 1 : sd / (fittedSds[position] ?? sd)))
  const indexes = forecasts.map(({ index }) => index)
  const learned: Gaussian = {
    mean: forecasts.map(({ index, mean, sd }) => {
      const expected = belief.mean[index] ?? 0
      return sd === null ? expected + (weatherShare[index] ?? 0) * (mean - expected) : mean
    }),
    covariance: createMatrix(forecasts.length, (row, column) => {
      const fitted = readCell(weatherCovariance, indexes[row] ?? -1, indexes[column] ?? -1)
      return fitted * (stretches[row] ?? 1) * (stretches[column] ?? 1)
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

/**
 * What has to be added to every C of a scale that rests on another year: its mean under the likelihood of the colours of past days with known net load. A
 * colour that the rule forced says nothing.
 */
export function learnScaleOffset(days: readonly (PublishedDay & { value: number })[]): number {
  const likelihoods = days.map(({ day, stock, color, value }) => {
    const probabilities = createColorProbabilities(day, stock)
    const key = keyOfColor[color]
    return (offset: number) => Math.max(leastLikelihood, probabilities({ mean: value + offset, variance: 0 })[key])
  })
  let weightSum = 0
  let sum = 0
  for (const { z, density } of offsetGrid) {
    const weight = likelihoods.reduce((product, likelihood) => product * likelihood(z * offsetSd), density)
    weightSum += weight
    sum += weight * z * offsetSd
  }
  return sum / weightSum
}
