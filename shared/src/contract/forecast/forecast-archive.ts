import * as v from 'valibot'
import { tariffColorNames } from '../../grid/public-signals.ts'
import { ColorProbabilities } from '../values/color-probabilities.ts'
import { described, FiniteNumber, Int32, IsoDate, RequestedTimestamp, UtcTimestamp } from '../values/fields.ts'

/** Archived quantities that are forecast by the hour. */
export const archivedQuantities = [
  'carbon',
  'directCarbon',
  'consumptionCarbon',
  'directConsumptionCarbon',
  'price',
  'score',
] as const
export type ArchivedQuantity = (typeof archivedQuantities)[number]

/** The archived quantity that is forecast by the tariff day. */
export const archivedColors = 'tariffColor'

/** Every `quantity` of the archive. */
export const requestedQuantities = [...archivedQuantities, archivedColors] as const
export type RequestedQuantity = (typeof requestedQuantities)[number]

export const defaultArchivedQuantity: ArchivedQuantity = 'carbon'

export const ArchivedQuantityName = described(
  v.picklist(archivedQuantities),
  'carbon: production-boundary intensity with life-cycle factors, gCO2eq/kWh; directCarbon: intensity of the same mix with direct factors, gCO2eq/kWh; consumptionCarbon and directConsumptionCarbon: consumption-boundary intensity, hourly imports included, with life-cycle and with direct factors, gCO2eq/kWh; price: day-ahead price, EUR/MWh; score: score with the national weighting before rounding to a whole number, 0 to 100.',
)

export const ArchivedForecastPoint = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'Time at which the forecast was issued, UTC.'),
    target: described(UtcTimestamp, 'Start of the forecast hour, UTC.'),
    leadHours: described(
      Int32,
      'Lead time: hours from issuedAt to target. 0 is the hour in progress at the issue, 48 is the last hour, or 72 in issues with a weather forecast.',
    ),
    value: described(
      FiniteNumber,
      'Forecast value. For a price that was already published at the issue, it is the published price.',
    ),
    low: described(
      v.nullable(FiniteNumber),
      'Lower limit (p10) of the uncertainty band. Null when the forecast was issued without a band.',
    ),
    high: described(
      v.nullable(FiniteNumber),
      'Upper limit (p90) of the uncertainty band. Null when the forecast was issued without a band.',
    ),
    actual: described(
      v.nullable(FiniteNumber),
      'Actual value, including corrections that were published later. Null until the hour is over and its value is known.',
    ),
    methodologyVersion: described(Int32, 'Version of the forecast method.'),
  }),
  'One hour of a forecast as it was issued, with the actual value.',
)
export type ArchivedForecastPoint = v.InferOutput<typeof ArchivedForecastPoint>

export const ArchivedColorPoint = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'Time at which the outlook was issued, UTC.'),
    date: described(IsoDate, 'Forecast tariff day: it begins at 06:00 in Paris on this date.'),
    leadDays: described(
      Int32,
      'Lead time: days from the tariff day of the issue to date. 0 is the tariff day in progress at the issue.',
    ),
    probabilities: ColorProbabilities,
    actual: described(
      v.nullable(v.picklist(tariffColorNames)),
      'Published colour of the day. Null until the colour is published.',
    ),
    methodologyVersion: described(Int32, 'Version of the tariff colour forecast.'),
  }),
  'One tariff day of a tariff colour outlook as it was issued, with the published colour.',
)
export type ArchivedColorPoint = v.InferOutput<typeof ArchivedColorPoint>

const windowEntries = {
  from: described(RequestedTimestamp, 'Requested start of the window of issues or targets, UTC, inclusive.'),
  to: described(RequestedTimestamp, 'Requested end of the window, UTC, exclusive.'),
  effectiveFrom: described(
    RequestedTimestamp,
    'Start of the served window, UTC; later than from when truncated is true.',
  ),
  truncated: described(v.boolean(), 'True when the window was shortened because older forecasts are not stored.'),
}

/** Body of `GET /v1/forecast/archive` for a quantity that is forecast by the hour. */
export const ForecastArchiveResponse = described(
  v.strictObject({
    quantity: ArchivedQuantityName,
    ...windowEntries,
    points: described(
      v.array(ArchivedForecastPoint),
      'Points sorted by issuedAt, then leadHours. Hours without a forecast of the quantity are omitted.',
    ),
  }),
  'Forecasts as they were issued, with the actual values.',
)
export type ForecastArchiveResponse = v.InferOutput<typeof ForecastArchiveResponse>

/** Body of `GET /v1/forecast/archive` for the tariff colours. */
export const ColorArchiveResponse = described(
  v.strictObject({
    quantity: described(v.literal(archivedColors), 'tariffColor: colours of the three-colour tariff (Tempo).'),
    ...windowEntries,
    points: described(v.array(ArchivedColorPoint), 'Points sorted by issuedAt, then date.'),
  }),
  'Tariff colour outlooks as they were issued, with the published colours.',
)
export type ColorArchiveResponse = v.InferOutput<typeof ColorArchiveResponse>

/** Body of `GET /v1/forecast/archive`. */
export const ArchiveResponse = described(
  v.variant('quantity', [ForecastArchiveResponse, ColorArchiveResponse]),
  'Archived forecasts of the requested quantity: by the hour, or by the tariff day for tariff colours.',
)
export type ArchiveResponse = v.InferOutput<typeof ArchiveResponse>
