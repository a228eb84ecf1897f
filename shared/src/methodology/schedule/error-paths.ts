import { type Dimension, dimensions } from '../../contract/dimensions.ts'
import type { ScoreWeights } from '../../contract/values/score-weights.ts'
import { type ForecastQuantity, forecastQuantities } from '../forecast/forecast-issue.ts'
import shippedErrors from './shipped-errors.json' with { type: 'json' }
import type { ErrorKind } from './value-paths.ts'

/** Kind of the errors of a quantity: errors of intensities are ratios, so that intensities stay positive. */
export const quantityErrorKinds = {
  carbon: 'logRatio',
  directCarbon: 'logRatio',
  consumptionCarbon: 'logRatio',
  directConsumptionCarbon: 'logRatio',
  price: 'difference',
  score: 'difference',
} as const satisfies Record<ForecastQuantity, ErrorKind>

/** Error series of the sub-scores; they give the errors of a score with any weighting. */
export const subScoreErrors = {
  price: 'priceScore',
  carbon: 'carbonScore',
  grid: 'gridScore',
  adequacy: 'adequacyScore',
} as const satisfies Record<Dimension, string>

/** Series with stored errors: the forecast quantities (the score with the national weighting) and the sub-scores. */
export type ErrorSeries = ForecastQuantity | (typeof subScoreErrors)[Dimension]
export const errorSeries: readonly ErrorSeries[] = [...forecastQuantities, ...Object.values(subScoreErrors)]

/** Errors are kept as whole numbers of these: of ln(realised / forecast), EUR/MWh, points. */
export const errorUnits = {
  carbon: 0.001,
  directCarbon: 0.001,
  consumptionCarbon: 0.001,
  directConsumptionCarbon: 0.001,
  price: 0.1,
  score: 0.1,
  priceScore: 0.1,
  carbonScore: 0.1,
  gridScore: 0.1,
  adequacyScore: 0.1,
} as const satisfies Record<ErrorSeries, number>

/** Errors of earlier issues by lead in hours, from the hour in progress (0) on; NaN = unknown. */
export type ErrorsByLead = readonly Float64Array[]

/** Below this number of issues the shipped errors are used. */
export const minErrorPaths = 30

/**
 * Errors that stand in until the archive holds 30 issues of an hour of the day: of 30 issues at 09:00 UTC of 2023-02 to 2025-01, every three weeks, as
 * the backtest replays them (`analysis/src/plans/ship-errors.ts` writes the file). An hour whose price was known has the error of the same hour of
 * the next day: it is used only where a price is not known. The hour in progress has the error of the next one. Errors of the intensity of consumption are
 * those of the intensity of production: as ratios they are equally large.
 */
export function selectShippedErrors(series: ErrorSeries): ErrorsByLead {
  return shippedErrors[findShippedSeries(series)].map((path) =>
    Float64Array.from([path[0] ?? Number.NaN, ...path], (units) => units * errorUnits[series]),
  )
}

function findShippedSeries(series: ErrorSeries): keyof typeof shippedErrors {
  if (series === 'consumptionCarbon') return 'carbon'
  return series === 'directConsumptionCarbon' ? 'directCarbon' : series
}

/**
 * Errors of a score: an issue's errors of its sub-scores, weighted as the sub-scores of each slot are. Errors of one issue stay together, since a
 * wrong price and a wrong carbon intensity come from the same wrong forecast of wind and sun.
 *
 * @param errorsOf paths of a sub-score, the same issues in the same order for each
 * @param weightsBySlot the weights really used in each slot
 */
export function weighErrorPaths(
  errorsOf: (series: ErrorSeries) => readonly Float64Array[],
  weightsBySlot: readonly ScoreWeights[],
): Float64Array[] {
  const parts = dimensions.map((dimension) => ({
    weights: Float64Array.from(weightsBySlot, (weights) => weights[dimension]),
    paths: errorsOf(subScoreErrors[dimension]),
  }))
  return (parts[0]?.paths ?? []).map((first, path) => {
    const total = new Float64Array(first.length)
    for (const { weights, paths } of parts) {
      const errors = paths[path]
      for (let slot = 0; slot < total.length; slot += 1) {
        total[slot] = (total[slot] ?? 0) + (weights[slot] ?? Number.NaN) * (errors?.[slot] ?? Number.NaN)
      }
    }
    return total
  })
}
