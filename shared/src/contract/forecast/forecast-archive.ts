import * as v from 'valibot'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'

/** Quantities of which issued forecasts are served. */
export const archivedQuantities = ['carbon', 'directCarbon', 'price', 'score'] as const
export type ArchivedQuantity = (typeof archivedQuantities)[number]

/** Quantity when none is asked for. */
export const defaultArchivedQuantity: ArchivedQuantity = 'carbon'

export const ArchivedQuantityName = described(
  v.picklist(archivedQuantities),
  'carbon: production-boundary intensity with life-cycle factors, gCO2eq/kWh; directCarbon: the same mix with direct factors, gCO2eq/kWh; price: day-ahead price, EUR/MWh; score: score under the national weighting before it is rounded to a whole number, 0 to 100.',
)

/** One hour of a forecast, as it was issued. */
export const ArchivedForecastPoint = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'When the forecast was issued, UTC.'),
    target: described(UtcTimestamp, 'Start of the hour that was forecast, UTC.'),
    leadHours: described(Int32, 'Hours from issuedAt to target: 0 is the hour that was in progress, 48 the last one.'),
    value: described(FiniteNumber, 'Forecast value. A price that had been published by then is that price.'),
    low: described(v.nullable(FiniteNumber), 'Lower edge (p10) of the band. Null when none was issued.'),
    high: described(v.nullable(FiniteNumber), 'Upper edge (p90) of the band. Null when none was issued.'),
    actual: described(
      v.nullable(FiniteNumber),
      'Value that came true, with the corrections that were published since. Null until the hour is over and known.',
    ),
    methodologyVersion: described(Int32, 'Version of the forecast method.'),
  }),
  'One hour of a forecast as it was issued, beside what came true.',
)
export type ArchivedForecastPoint = v.InferOutput<typeof ArchivedForecastPoint>

/** Body of `GET /v1/forecast/archive`. */
export const ForecastArchiveResponse = described(
  v.strictObject({
    quantity: ArchivedQuantityName,
    from: described(UtcTimestamp, 'Start of the window of issues or targets as asked for, UTC, inclusive.'),
    to: described(UtcTimestamp, 'End of the window as asked for, UTC, exclusive.'),
    effectiveFrom: described(UtcTimestamp, 'Start of what is served, UTC; later than from when truncated.'),
    truncated: described(v.boolean(), 'True when the window was shortened to the forecasts there are.'),
    points: described(
      v.array(ArchivedForecastPoint),
      'Points by issuedAt, then leadHours. An hour without a forecast of the quantity is left out.',
    ),
  }),
  'Forecasts as they were issued, beside what came true.',
)
export type ForecastArchiveResponse = v.InferOutput<typeof ForecastArchiveResponse>
