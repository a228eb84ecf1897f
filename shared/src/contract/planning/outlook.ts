import * as v from 'valibot'
import { gridSignalStatuses, tariffColorNames } from '../../grid/public-signals.ts'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'
import { maxOutlookHours } from '../values/longest-outlook.ts'
import { ForecastVersionSet } from '../values/versions.ts'

/** Lengths of a slot of the outlook, the default first. */
export const outlookResolutions = ['1h', '15m'] as const
export type OutlookResolution = (typeof outlookResolutions)[number]

const band = {
  low: described(v.nullable(FiniteNumber), 'Lower limit (p10). Null when too few past forecast errors are known.'),
  high: described(v.nullable(FiniteNumber), 'Upper limit (p90). Null when too few past forecast errors are known.'),
}

export const OutlookIntensity = described(
  v.strictObject({
    gCo2PerKwh: described(
      v.nullable(FiniteNumber),
      'Forecast intensity, gCO2eq/kWh. Null when no mix, or for consumption no imports, can be forecast.',
    ),
    ...band,
  }),
  'Carbon intensity of an hour. carbon and directCarbon: French generation; consumptionCarbon and directConsumptionCarbon: French consumption, imports of the hour included. carbon and consumptionCarbon use life-cycle factors, the other two direct factors.',
)

export const OutlookPrice = described(
  v.strictObject({
    eurPerMwh: described(v.nullable(FiniteNumber), 'Day-ahead price or its estimate, EUR/MWh. Null when unknown.'),
    ...band,
    basis: described(
      v.picklist(['auction', 'estimate']),
      'auction: published auction price; estimate: estimated price beyond the auction.',
    ),
  }),
  'Market price. An auctioned price is certain: low and high are equal to it.',
)

export const OutlookSlot = described(
  v.strictObject({
    start: described(UtcTimestamp, 'Start of the slot, UTC.'),
    end: described(UtcTimestamp, 'End of the slot, UTC.'),
    carbon: OutlookIntensity,
    directCarbon: OutlookIntensity,
    consumptionCarbon: OutlookIntensity,
    directConsumptionCarbon: OutlookIntensity,
    price: OutlookPrice,
    globalScore: described(
      v.nullable(v.pipe(Int32, v.minValue(0), v.maxValue(100))),
      'Score of the slot with the national weighting, 0 to 100. Null when unknown.',
    ),
    gridSignal: described(
      v.nullable(v.picklist(gridSignalStatuses)),
      'Published grid-tension signal of the hour. Null when unknown.',
    ),
    tariffColor: described(
      v.nullable(v.picklist(tariffColorNames)),
      'Colour of the three-colour tariff (Tempo): the published colour, otherwise the most probable colour. Null when unknown.',
    ),
    tariffColorBasis: described(
      v.nullable(v.picklist(['published', 'forecast'])),
      'published or forecast: basis of tariffColor. Null when tariffColor is null.',
    ),
  }),
  'All forecast values of one hour or quarter-hour.',
)

/** Maximum number of slots: the longest outlook in quarter-hours. */
export const maxOutlookSlots = 4 * maxOutlookHours

/** Body of `GET /v1/outlook`. */
export const OutlookResponse = described(
  v.strictObject({
    issuedAt: described(UtcTimestamp, 'Time at which the forecast was issued, UTC.'),
    servedHours: described(
      Int32,
      'Number of hours served. It is lower than requested when the plan or the available data end earlier: without weather forecasts the outlook ends after 48 hours.',
    ),
    resolution: described(v.picklist(outlookResolutions), 'Length of a slot.'),
    methodologyVersions: ForecastVersionSet,
    slots: described(
      v.pipe(v.array(OutlookSlot), v.maxLength(maxOutlookSlots)),
      'Slots in chronological order, without gaps. Empty when no forecast exists.',
    ),
  }),
  'Carbon intensity, price, score, grid signal and tariff colour of the coming hours, with uncertainty bands.',
)
export type OutlookResponse = v.InferOutput<typeof OutlookResponse>
