import * as v from 'valibot'
import { described, Int32 } from '../values/fields.ts'
import { exportedZone } from './export-bodies.ts'

/** Timestamp in the format of Electricity Maps: UTC with milliseconds, which some of its clients require. */
export const Instant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/, 'ISO 8601 UTC, milliseconds, Z'),
  v.metadata({ format: 'date-time' }),
)

export const Zone = described(v.literal(exportedZone), 'Zone of the grid; FR is the only zone.')
const Intensity = described(
  Int32,
  'Carbon intensity on the production boundary with life-cycle factors, whole gCO2eq/kWh.',
)
export const HourStart = described(Instant, 'Start of the hour that the value describes, UTC.')

export const Granularity = described(
  v.literal('hourly'),
  'Values are hourly, also where a finer granularity was requested.',
)

export const ElectricityMapsHour = described(
  v.strictObject({
    zone: Zone,
    carbonIntensity: Intensity,
    datetime: HourStart,
    updatedAt: described(Instant, 'Time at which the value was last computed, UTC.'),
    createdAt: described(Instant, 'Time at which the value was first computed, UTC.'),
    emissionFactorType: described(v.literal('lifecycle'), 'Life-cycle factors of ADEME.'),
    flowTraced: described(v.literal(false), 'Imports are not counted: the value is that of national generation.'),
    temporalGranularity: Granularity,
    isEstimated: described(v.boolean(), 'True when a source was late or missing, or when no measured hour is known.'),
    estimationMethod: described(v.nullable(v.string()), 'Method of the estimate. Null for a measured hour.'),
  }),
  'Carbon intensity of one hour in the format of Electricity Maps.',
)
export type ElectricityMapsHour = v.InferOutput<typeof ElectricityMapsHour>

/** Value of `estimationMethod` for an estimated hour: the newest known value is repeated. */
export const estimationMethod = 'LATEST_KNOWN_VALUE'

/** Body of `…/carbon-intensity/history`. */
export const ElectricityMapsHistory = described(
  v.strictObject({
    zone: Zone,
    history: described(v.array(ElectricityMapsHour), 'At most the newest 24 published hours, in chronological order.'),
  }),
  'The last published hours.',
)

/** Body of `…/carbon-intensity/past-range`. */
export const ElectricityMapsPastRange = described(
  v.strictObject({
    zone: Zone,
    data: described(
      v.array(ElectricityMapsHour),
      'Published hours of the range in chronological order. Unknown hours are omitted.',
    ),
  }),
  'Published hours of a past range.',
)

export const ElectricityMapsForecastHour = described(
  v.strictObject({ carbonIntensity: Intensity, datetime: HourStart }),
  'Forecast carbon intensity of one hour.',
)

/** Body of `…/carbon-intensity/forecast`. */
export const ElectricityMapsForecast = described(
  v.strictObject({
    zone: Zone,
    forecast: described(
      v.array(ElectricityMapsForecastHour),
      'Hours from the hour in progress to the end of the forecast of the plan, without gaps.',
    ),
    updatedAt: described(Instant, 'Time at which the forecast last changed, UTC.'),
  }),
  'Carbon intensity forecast of the coming hours.',
)
export type ElectricityMapsForecast = v.InferOutput<typeof ElectricityMapsForecast>

export const ElectricityMapsZone = described(
  v.strictObject({
    zoneName: described(v.literal('France'), 'Name of the zone.'),
    access: described(v.array(v.string()), 'Paths, without the version prefix, that the API key may request.'),
  }),
  'A zone and the paths that the API key may request for it.',
)

/** Body of `…/zones`. */
export const ElectricityMapsZones = described(
  v.strictObject({ [exportedZone]: ElectricityMapsZone }),
  'Zones by their code; FR is the only zone.',
)
export type ElectricityMapsZones = v.InferOutput<typeof ElectricityMapsZones>
