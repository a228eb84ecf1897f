import * as v from 'valibot'
import { gridSignalStatuses, tariffColorNames } from '../../grid/public-signals.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'
import { ForecastVersionSet } from '../values/versions.ts'

/** Lengths of a slot of the outlook, the default first. */
export const outlookResolutions = ['1h', '15m'] as const
export type OutlookResolution = (typeof outlookResolutions)[number]

const band = {
  low: described(v.nullable(FiniteNumber), 'p10; null where too few errors are known.'),
  high: described(v.nullable(FiniteNumber), 'p90; null where too few errors are known.'),
}

/** A forecast intensity with its band. */
export const OutlookIntensity = described(
  v.strictObject({
    gCo2PerKwh: described(v.nullable(FiniteNumber), 'Forecast, gCO2eq/kWh; null when no mix can be projected.'),
    ...band,
  }),
  'Production-boundary intensity: carbon with life-cycle factors, directCarbon with the operator’s direct factors.',
)

/** A price with its band. */
export const OutlookPrice = described(
  v.strictObject({
    eurPerMwh: described(v.nullable(FiniteNumber), 'Day-ahead price, EUR/MWh, or its estimate; null when unknown.'),
    ...band,
    basis: described(
      v.picklist(['auction', 'estimate']),
      'auction: the published price; estimate: beyond the auction.',
    ),
  }),
  'Market price. An auctioned one is certain: low and high are itself.',
)

/** One slot of the outlook. */
export const OutlookSlot = described(
  v.strictObject({
    start: described(UtcTimestamp, 'Start of the slot, UTC.'),
    end: described(UtcTimestamp, 'End of the slot, UTC.'),
    carbon: OutlookIntensity,
    directCarbon: OutlookIntensity,
    price: OutlookPrice,
    globalScore: described(
      v.nullable(v.pipe(Int32, v.minValue(0), v.maxValue(100))),
      'Score of the slot, national weighting, 0 to 100.',
    ),
    gridSignal: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Published signal of the hour; null when unknown.',
    ),
    tariffColor: described(
      v.nullable(v.picklist(tariffColorNames)),
      'Colour of the three-colour tariff: the published one, else the most probable; null when unknown.',
    ),
    tariffColorBasis: described(
      v.nullable(v.picklist(['published', 'forecast'])),
      'Whether the colour is published or a forecast; null without a colour.',
    ),
  }),
  'Everything that is forecast of one hour or quarter-hour.',
)

/** Most slots: 48 hours in quarter-hours. */
const maxSlots = 192

/** Body of `GET /v1/outlook`. */
export const OutlookResponse = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'When the forecast was issued, UTC.'),
    servedHours: described(Int32, 'Hours that are served: fewer when the plan reaches less far or less is known.'),
    resolution: described(v.picklist(outlookResolutions), 'Length of a slot.'),
    methodologyVersions: ForecastVersionSet,
    slots: described(
      v.pipe(v.array(OutlookSlot), v.maxLength(maxSlots)),
      'In order, without a hole. Empty when there is nothing to forecast.',
    ),
  }),
  'Carbon, price, score, signal and tariff colour of the coming hours, with bands.',
)
export type OutlookResponse = v.InferOutput<typeof OutlookResponse>
