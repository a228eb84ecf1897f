import * as v from 'valibot'
import { described, Int32 } from '../values/fields.ts'
import { exportedZone } from './export-bodies.ts'

/** Instant as Electricity Maps writes it: UTC with milliseconds, which some of its clients demand. */
const Instant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/, 'ISO 8601 UTC, milliseconds, Z'),
  v.metadata({ format: 'date-time' }),
)

const Zone = described(v.literal(exportedZone), 'Zone of the grid: the only one.')
const Intensity = described(Int32, 'Carbon intensity, whole gCO2eq/kWh: production boundary, life-cycle factors.')
const HourStart = described(Instant, 'Start of the hour that is described, UTC.')

/** An hour as Electricity Maps writes it. */
export const ElectricityMapsHour = described(
  v.strictObject({
    zone: Zone,
    carbonIntensity: Intensity,
    datetime: HourStart,
    updatedAt: described(Instant, 'When the value was last computed, UTC.'),
    createdAt: described(Instant, 'When the value was first computed, UTC.'),
    emissionFactorType: described(v.literal('lifecycle'), 'Factors of the national agency over the life cycle.'),
    isEstimated: described(v.boolean(), 'True where a source was late or missing, or no realised hour is known.'),
    estimationMethod: described(v.nullable(v.string()), 'How it was estimated; null for a realised hour.'),
  }),
  'Carbon intensity of an hour, in the form of Electricity Maps.',
)
export type ElectricityMapsHour = v.InferOutput<typeof ElectricityMapsHour>

/** What `estimationMethod` says of an estimated hour: the newest value that is known stands in. */
export const estimationMethod = 'LATEST_KNOWN_VALUE'

/** Body of `…/carbon-intensity/history`. */
export const ElectricityMapsHistory = described(
  v.strictObject({
    zone: Zone,
    history: described(v.array(ElectricityMapsHour), 'The newest 24 published hours at most, in order.'),
  }),
  'The last published hours.',
)

/** Body of `…/carbon-intensity/past-range`. */
export const ElectricityMapsPastRange = described(
  v.strictObject({
    zone: Zone,
    data: described(v.array(ElectricityMapsHour), 'Published hours of the range, in order; unknown ones are left out.'),
  }),
  'The hours of a range of the past.',
)

/** An hour ahead. */
export const ElectricityMapsForecastHour = described(
  v.strictObject({ carbonIntensity: Intensity, datetime: HourStart }),
  'Forecast carbon intensity of an hour.',
)

/** Body of `…/carbon-intensity/forecast`. */
export const ElectricityMapsForecast = described(
  v.strictObject({
    zone: Zone,
    forecast: described(
      v.array(ElectricityMapsForecastHour),
      'Hours from the one in progress on, without a hole, as far as the plan reaches.',
    ),
    updatedAt: described(Instant, 'When the forecast last changed, UTC.'),
  }),
  'Forecast of the coming hours.',
)
export type ElectricityMapsForecast = v.InferOutput<typeof ElectricityMapsForecast>

/** The zone and what the key may ask of it. */
export const ElectricityMapsZone = described(
  v.strictObject({
    zoneName: described(v.literal('France'), 'Name of the zone.'),
    access: described(v.array(v.string()), 'Paths below the version that the key may ask for.'),
  }),
  'A zone, and what the key may ask of it.',
)

/** Body of `…/zones`. */
export const ElectricityMapsZones = described(
  v.strictObject({ [exportedZone]: ElectricityMapsZone }),
  'The zones by their code: one.',
)
export type ElectricityMapsZones = v.InferOutput<typeof ElectricityMapsZones>
