import * as v from 'valibot'
import { described, FiniteNumber, UtcTimestamp } from '../values/fields.ts'

/** Quarter-hours of 48 hours. */
export const maxOutlookSlots = 192

const column = (description: string) =>
  described(v.pipe(v.array(v.nullable(FiniteNumber)), v.maxLength(maxOutlookSlots)), description)
const low = column('p10; null where too few errors are known.')
const high = column('p90; null where too few errors are known.')

/** The coming 48 hours in quarter-hours as columns: element n of each list belongs to the n-th quarter-hour from `start` on. */
export const DashboardOutlook = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'When the forecast was issued, UTC.'),
    start: described(UtcTimestamp, 'Start of the first quarter-hour, UTC.'),
    gCo2PerKwh: column('Production-boundary intensity, gCO2eq/kWh; null when no mix can be projected.'),
    gCo2PerKwhLow: low,
    gCo2PerKwhHigh: high,
    eurPerMwh: column('Day-ahead price, EUR/MWh, or its estimate; null when unknown.'),
    eurPerMwhLow: low,
    eurPerMwhHigh: high,
    priceBasis: described(
      v.pipe(v.array(v.nullable(v.picklist(['auction', 'estimate']))), v.maxLength(maxOutlookSlots)),
      'auction: the published price; estimate: beyond the auction; null without a price.',
    ),
    score: column('Score before rounding to a whole number, national weighting, 0 to 100.'),
    scoreLow: low,
    scoreHigh: high,
  }),
  'The coming quarter-hours as lists of the same length: what is known by the hour is repeated.',
)
export type DashboardOutlook = v.InferOutput<typeof DashboardOutlook>
