import * as v from 'valibot'
import { tariffColorNames } from '../../grid/public-signals.ts'
import { ColorProbabilities } from '../values/color-probabilities.ts'
import { described, FiniteNumber, Int32, IsoDate, RequestedTimestamp, UtcTimestamp } from '../values/fields.ts'

/** Quantities that are forecast by the hour and served as they were issued. */
export const archivedQuantities = ['carbon', 'directCarbon', 'price', 'score'] as const
export type ArchivedQuantity = (typeof archivedQuantities)[number]

/** The quantity that is forecast by the tariff day. */
export const archivedColors = 'tariffColor'

/** Every `quantity` of the archive. */
export const requestedQuantities = [...archivedQuantities, archivedColors] as const
export type RequestedQuantity = (typeof requestedQuantities)[number]

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
  'One hour of a forecast as it was issued, next to the value that came true.',
)
export type ArchivedForecastPoint = v.InferOutput<typeof ArchivedForecastPoint>

/** One tariff day of an outlook of the colours, as it was issued. */
export const ArchivedColorPoint = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'When the outlook was issued, UTC.'),
    date: described(IsoDate, 'Tariff day that was forecast: it begins at 06:00 in Paris on this day.'),
    leadDays: described(
      Int32,
      'Days from the tariff day in which the outlook was issued to date: 0 is the one that was in force.',
    ),
    probabilities: ColorProbabilities,
    actual: described(
      v.nullable(v.picklist(tariffColorNames)),
      'Colour that was published for the day, as known now. Null until it is published.',
    ),
    methodologyVersion: described(Int32, 'Version of the forecast of the colours.'),
  }),
  'One tariff day of an outlook of the colours as it was issued, next to the colour that was published.',
)
export type ArchivedColorPoint = v.InferOutput<typeof ArchivedColorPoint>

const windowEntries = {
  from: described(RequestedTimestamp, 'Start of the window of issues or targets as asked for, UTC, inclusive.'),
  to: described(RequestedTimestamp, 'End of the window as asked for, UTC, exclusive.'),
  effectiveFrom: described(RequestedTimestamp, 'Start of what is served, UTC; later than from when truncated.'),
  truncated: described(v.boolean(), 'True when the window was shortened to the forecasts there are.'),
}

/** Body of `GET /v1/forecast/archive` of a quantity that is forecast by the hour. */
export const ForecastArchiveResponse = described(
  v.strictObject({
    quantity: ArchivedQuantityName,
    ...windowEntries,
    points: described(
      v.array(ArchivedForecastPoint),
      'Points by issuedAt, then leadHours. An hour without a forecast of the quantity is left out.',
    ),
  }),
  'Forecasts as they were issued, next to the values that came true.',
)
export type ForecastArchiveResponse = v.InferOutput<typeof ForecastArchiveResponse>

/** Body of `GET /v1/forecast/archive` of the colours of the tariff. */
export const ColorArchiveResponse = described(
  v.strictObject({
    quantity: described(v.literal(archivedColors), 'tariffColor: the colours of the three-colour tariff.'),
    ...windowEntries,
    points: described(v.array(ArchivedColorPoint), 'Points by issuedAt, then date.'),
  }),
  'Outlooks of the tariff’s colours as they were issued, next to the colours that were published.',
)
export type ColorArchiveResponse = v.InferOutput<typeof ColorArchiveResponse>

/** Body of `GET /v1/forecast/archive`. */
export const ArchiveResponse = described(
  v.variant('quantity', [ForecastArchiveResponse, ColorArchiveResponse]),
  'Archived forecasts of the quantity that was asked for: by the hour, or the colours by the tariff day.',
)
export type ArchiveResponse = v.InferOutput<typeof ArchiveResponse>
