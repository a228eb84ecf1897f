import * as v from 'valibot'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'

/** Intensities of the exports, the default first: of French generation, and of French consumption with its imports. */
export const exportedIntensities = ['carbon', 'consumptionCarbon'] as const
export type ExportedIntensity = (typeof exportedIntensities)[number]

/** Quantities of the exports, the default first. */
export const exportedQuantities = ['price', ...exportedIntensities, 'tariff'] as const
export type ExportedQuantity = (typeof exportedQuantities)[number]

export const exportedZone = 'FR'

/** Default tariff of the exports. */
export const exportedTariff = 'tempo'

const valueOfQuantity =
  'Market price, EUR/kWh (quantity=price), carbon intensity of generation or of consumption, gCO2eq/kWh (quantity=carbon, quantity=consumptionCarbon), or price under a tariff, EUR/kWh (quantity=tariff).'

export const EvccRate = described(
  v.strictObject({
    start: described(UtcTimestamp, 'Start of the quarter-hour, UTC.'),
    end: described(UtcTimestamp, 'End of the quarter-hour, UTC.'),
    value: described(FiniteNumber, valueOfQuantity),
  }),
  'Value of one quarter-hour.',
)

/** Body of `GET /v1/export/evcc`. */
export const EvccForecast = described(
  v.array(EvccRate),
  'Forecast for a custom tariff of evcc: quarter-hours in chronological order from the quarter-hour in progress on, without gaps, up to the first unknown value or the end of the forecast of the plan. Empty when the current value is unknown.',
)

/** Body of `GET /v1/export/emhass`. */
export const EmhassForecast = described(
  v.record(v.string(), FiniteNumber),
  `Object for load_cost_forecast or prod_price_forecast of EMHASS: start of each quarter-hour, UTC → value. ${valueOfQuantity}`,
)

export const CarbonAwareEmission = described(
  v.strictObject({
    location: described(v.literal(exportedZone), 'Zone of the grid.'),
    timestamp: described(UtcTimestamp, 'Start of the quarter-hour, UTC.'),
    duration: described(Int32, 'Duration, minutes.'),
    value: described(
      FiniteNumber,
      'Carbon intensity with life-cycle factors, gCO2eq/kWh: of generation, with quantity=consumptionCarbon of consumption, imports included.',
    ),
  }),
  'Carbon intensity of one quarter-hour.',
)

/** Body of `GET /v1/export/carbon-aware-sdk`. */
export const CarbonAwareForecast = described(
  v.array(CarbonAwareEmission),
  'Forecast data in the format of the Carbon Aware SDK web API: quarter-hours in chronological order from the quarter-hour in progress on, without gaps.',
)

/** Body of `GET /v1/export/prometheus`. */
export const PrometheusExposition = described(
  v.string(),
  'Gauges of the quarter-hour in progress in the Prometheus text format 0.0.4. Unknown values are absent.',
)

/** Body of `GET /v1/export/calendar.ics`. */
export const CalendarText = described(
  v.string(),
  'iCalendar (RFC 5545) with the best two hours of each day, the published white and red days, and the forecast white and red days with a probability of at least 50 %.',
)
