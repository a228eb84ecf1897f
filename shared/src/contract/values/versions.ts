import * as v from 'valibot'
import { described, documentedAsOpen, Int32 } from './fields.ts'

/** Versions of the calculations behind an answer. Clients ignore unknown keys; the product itself sends exactly these. */
export const MethodologyVersionSet = documentedAsOpen(
  described(
    v.strictObject({
      score: described(Int32, 'Version of the sub-scores and their aggregation.'),
      carbon: described(Int32, 'Version of the production-boundary calculation.'),
      confidence: described(Int32, 'Version of the reliability index.'),
      consumption: described(
        v.nullable(Int32),
        'Version of the consumption-boundary calculation: 1 by physical flows, 2 an estimate by commercial exchanges, until the flows are published. Null: there is no consumption value here; never an unknown version.',
      ),
    }),
    'Versions of the calculations behind a value. Keys may be added: ignore those you do not know.',
  ),
)
export type MethodologyVersionSet = v.InferOutput<typeof MethodologyVersionSet>

/** The versions behind a forecast; those of a point have no method of forecasting. */
export const ForecastVersionSet = documentedAsOpen(
  described(
    v.strictObject({
      ...MethodologyVersionSet.entries,
      forecast: described(Int32, 'Version of the method that projects mix, price and consumption.'),
    }),
    'Versions of the calculations behind a forecast: a MethodologyVersionSet with the version of the forecast. Keys may be added: ignore those you do not know.',
  ),
)
export type ForecastVersionSet = v.InferOutput<typeof ForecastVersionSet>
