import * as v from 'valibot'
import { described, FiniteNumber, UtcTimestamp } from '../values/fields.ts'
import { maxOutlookSlots } from './outlook.ts'

const column = (description: string) =>
  described(v.pipe(v.array(v.nullable(FiniteNumber)), v.maxLength(maxOutlookSlots)), description)
const low = column('Lower limit (p10). Null when too few past forecast errors are known.')
const high = column('Upper limit (p90). Null when too few past forecast errors are known.')

export const DashboardOutlook = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'Time at which the forecast was issued, UTC.'),
    start: described(UtcTimestamp, 'Start of the first quarter-hour, UTC.'),
    gCo2PerKwh: column('Production-boundary intensity, gCO2eq/kWh. Null when no mix can be forecast.'),
    gCo2PerKwhLow: low,
    gCo2PerKwhHigh: high,
    eurPerMwh: column('Day-ahead price or its estimate, EUR/MWh. Null when unknown.'),
    eurPerMwhLow: low,
    eurPerMwhHigh: high,
    priceBasis: described(
      v.pipe(v.array(v.nullable(v.picklist(['auction', 'estimate']))), v.maxLength(maxOutlookSlots)),
      'auction: published auction price; estimate: estimated price beyond the auction. Null when the price is unknown.',
    ),
    score: column('Score with the national weighting before rounding to a whole number, 0 to 100.'),
    scoreLow: low,
    scoreHigh: high,
    windMw: column('Forecast wind power, on- and offshore, MW. Null when unknown.'),
    solarMw: column('Forecast solar power, MW. Null when unknown.'),
  }),
  'Forecast by quarter-hour as lists of equal length. Values that are known by the hour are repeated.',
)
export type DashboardOutlook = v.InferOutput<typeof DashboardOutlook>
