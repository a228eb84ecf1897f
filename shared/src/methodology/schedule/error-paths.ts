import type { ForecastQuantity } from '../forecast/forecast-issue.ts'
import shippedErrors from './shipped-errors.json' with { type: 'json' }
import type { ErrorKind } from './value-paths.ts'

/** How the errors of a quantity are taken: those of intensities are ratios, so that they stay positive. */
export const quantityErrorKinds = {
  carbon: 'logRatio',
  directCarbon: 'logRatio',
  price: 'difference',
  score: 'difference',
} as const satisfies Record<ForecastQuantity, ErrorKind>

/** Errors are kept as whole numbers of these: of ln(realised / forecast), EUR/MWh, points. */
export const errorUnits = { carbon: 0.001, directCarbon: 0.001, price: 0.1, score: 0.1 } as const satisfies Record<
  ForecastQuantity,
  number
>

/** Errors of earlier issues by lead in hours, from the hour in progress (0) on; NaN = unknown. */
export type ErrorsByLead = readonly Float64Array[]

/** Fewer issues make no probability: the shipped errors stand in. */
export const minErrorPaths = 30

/**
 * Errors that stand in until the archive holds 30 issues of an hour of the day: of 30 issues at 09:00 UTC of 2023-02 to 2025-01, every three weeks, as
 * the backtest replays them (`analysis/src/plans/ship-errors.ts` writes the file). An hour whose price was known has the error of the same hour of
 * the next day: it is used only where a price is not known. The hour in progress has the error of the next one.
 */
export function shippedErrorPaths(quantity: ForecastQuantity): ErrorsByLead {
  return shippedErrors[quantity].map((path) =>
    Float64Array.from([path[0] ?? Number.NaN, ...path], (units) => units * errorUnits[quantity]),
  )
}
