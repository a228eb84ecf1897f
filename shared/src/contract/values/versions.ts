import * as v from 'valibot'
import { described, documentedAsOpen, Int32 } from './fields.ts'

/** Versions of the calculations behind a response. Clients must ignore unknown keys; this API sends exactly these keys. */
export const MethodologyVersionSet = documentedAsOpen(
  described(
    v.strictObject({
      score: described(Int32, 'Version of the sub-scores and their aggregation.'),
      carbon: described(Int32, 'Version of the production-boundary calculation.'),
      confidence: described(Int32, 'Version of the confidence calculation.'),
      consumption: described(
        v.nullable(Int32),
        'Version of the consumption-boundary calculation: 1 from physical flows; 2 estimated from commercial exchanges, until the flows are published. Null when the response has no consumption-boundary value.',
      ),
    }),
    'Versions of the calculations behind a value. Keys may be added; ignore keys that you do not know.',
  ),
)
export type MethodologyVersionSet = v.InferOutput<typeof MethodologyVersionSet>

/** Versions of the calculations behind a forecast: those of a point, and the version of the forecast method. */
export const ForecastVersionSet = documentedAsOpen(
  described(
    v.strictObject({
      ...MethodologyVersionSet.entries,
      forecast: described(Int32, 'Version of the method that forecasts mix, price and consumption.'),
    }),
    'Versions of the calculations behind a forecast: a MethodologyVersionSet plus the version of the forecast method. Keys may be added; ignore keys that you do not know.',
  ),
)
export type ForecastVersionSet = v.InferOutput<typeof ForecastVersionSet>
