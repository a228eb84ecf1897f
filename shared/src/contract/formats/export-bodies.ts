import * as v from 'valibot'
import { described, FiniteNumber, Int32, UtcTimestamp } from '../values/fields.ts'

/** Quantities of which an export gives a series, the default first. */
export const exportedQuantities = ['price', 'carbon', 'tariff'] as const

/** The zone of every export. */
export const exportedZone = 'FR'

/** The tariff whose prices are exported where the query names none. */
export const exportedTariff = 'tempo'

const valueOfQuantity =
  'Market price, EUR/kWh (quantity=price), carbon intensity, gCO2eq/kWh (quantity=carbon), or what a kWh costs under a tariff, EUR/kWh (quantity=tariff).'

/** A rate of an evcc tariff. */
export const EvccRate = described(
  v.strictObject({
    start: described(UtcTimestamp, 'Start of the quarter-hour, UTC.'),
    end: described(UtcTimestamp, 'End of the quarter-hour, UTC.'),
    value: described(FiniteNumber, valueOfQuantity),
  }),
  'Value of a quarter-hour.',
)

/** Body of `GET /v1/export/evcc`. */
export const EvccForecast = described(
  v.array(EvccRate),
  'What the custom tariff of evcc reads as forecast: quarter-hours from the one in progress on, in order, without a hole, as far as values are known and the plan reaches. Empty when the present value is unknown.',
)

/** Body of `GET /v1/export/emhass`. */
export const EmhassForecast = described(
  v.record(v.string(), FiniteNumber),
  `What EMHASS takes as load_cost_forecast or prod_price_forecast: a value by the start of its quarter-hour, UTC. ${valueOfQuantity}`,
)

/** One value as the web API of the Carbon Aware SDK writes it. */
export const CarbonAwareEmission = described(
  v.strictObject({
    location: described(v.literal(exportedZone), 'Zone of the grid.'),
    timestamp: described(UtcTimestamp, 'Start of the quarter-hour, UTC.'),
    duration: described(Int32, 'Length, minutes.'),
    value: described(FiniteNumber, 'Carbon intensity, gCO2eq/kWh, production boundary, life-cycle factors.'),
  }),
  'Emissions of a quarter-hour.',
)

/** Body of `GET /v1/export/carbon-aware-sdk`. */
export const CarbonAwareForecast = described(
  v.array(CarbonAwareEmission),
  'Forecast data as the web API of the Carbon Aware SDK writes them: quarter-hours from the one in progress on, in order, without a hole.',
)

/** Body of `GET /v1/export/prometheus`. */
export const PrometheusExposition = described(
  v.string(),
  'Gauges of the quarter-hour in progress in the text exposition format 0.0.4 of Prometheus. What is unknown is absent.',
)

/** Body of `GET /v1/export/calendar.ics`. */
export const CalendarText = described(
  v.string(),
  'An iCalendar (RFC 5545): the best two hours of each day, the white and red days that are published, and those that are forecast with at least 50 %.',
)
