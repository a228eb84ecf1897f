import { maxPastRangeDays, placeBounds } from './compat/electricity-maps.ts'
import { exportedQuantities, exportedTariff, exportedZone } from './exports/export-bodies.ts'
import { askedQuantities, defaultArchivedQuantity } from './forecast/forecast-archive.ts'
import { tariffKinds } from './planning/choices.ts'
import { outlookResolutions } from './planning/outlook.ts'
import { instantForms, instantSchema, scheduleParameters } from './planning/schedule-parameters.ts'
import { profileNames, weightSumTolerance } from './profiles.ts'
import { defaultForecastHours, maxForecastHours } from './score.ts'
import { defaultWindowHours, granularities, maxWindowDays, rawByDefaultDays } from './score-history.ts'

/** Values of a query parameter, as JSON Schema. */
export type ParameterSchema = {
  type: 'string' | 'integer' | 'number'
  format?: 'date-time' | 'double' | 'int32'
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  enum?: readonly (string | number)[]
  default?: string | number
}

/** A query parameter with its documentation. All are optional. */
export type QueryParameter = { schema: ParameterSchema; description: string; example: string | number }

const coordinate = (name: string, [minimum, maximum]: readonly [number, number], example: number): QueryParameter => ({
  schema: { type: 'number', format: 'double', minimum, maximum },
  description: `${name} of a place in France, degrees; ignored when zone is given.`,
  example,
})

const weight = (of: string, example: number): QueryParameter => ({
  schema: { type: 'number', format: 'double', minimum: 0, maximum: 1 },
  description: `Own weight of ${of}: a plain decimal from 0 to 1. The four weights are required together, sum to 1 (within ${weightSumTolerance}), and exclude profile. Part of the plans with customWeights.`,
  example,
})

const parameters = {
  hours: {
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: maxForecastHours, default: defaultForecastHours },
    description:
      'Hours of the forecast, from the next full hour on. More than the plan reaches is capped, not refused: servedHours says how many are served.',
    example: 2,
  },
  resolution: {
    schema: { type: 'string', enum: outlookResolutions, default: outlookResolutions[0] },
    description:
      'Length of a slot: 1h, from the next full hour on, or 15m, from the next quarter-hour on. With 15m, auctioned prices are those of the quarter-hour; what is known by the hour is repeated.',
    example: '1h',
  },
  ...scheduleParameters,
  from: {
    schema: instantSchema,
    description: `Start of the window, inclusive: ${instantForms('last')}. Not in the future, and earlier than to. Without it, ${defaultWindowHours} hours before to.`,
    example: '2026-02-03T17:00:00Z',
  },
  to: {
    schema: instantSchema,
    description: `End of the window, exclusive, at most ${maxWindowDays} days after from; the forms of from. Without it, now. What lies in the future holds nothing yet.`,
    example: '2026-02-03T18:00:00Z',
  },
  granularity: {
    schema: { type: 'string', enum: granularities },
    description: `raw: every 10 minutes, the auditable reference; hourly: means of the hours that begin in the window, each over its points before to. Without it, raw up to ${rawByDefaultDays} days and hourly beyond.`,
    example: 'raw',
  },
  timezone: {
    schema: { type: 'string', default: 'UTC' },
    description: 'Name of the IANA time zone in which the best and worst hours of the day are counted.',
    example: 'Europe/Paris',
  },
  quantity: {
    schema: { type: 'string', enum: askedQuantities, default: defaultArchivedQuantity },
    description:
      'What was forecast: carbon and directCarbon in gCO2eq/kWh, price in EUR/MWh, score 0 to 100, tariffColor as probabilities of the three colours.',
    example: 'carbon',
  },
  issuedFrom: {
    schema: instantSchema,
    description: `Start of the window of issues, inclusive. Forms and rules of from: ${instantForms('last')}, not in the future, ${defaultWindowHours} hours before issuedTo when not given. Excludes targetFrom and targetTo; without any of the four, the issues of the last ${defaultWindowHours} hours.`,
    example: '2026-02-03T16:00:00Z',
  },
  issuedTo: {
    schema: instantSchema,
    description: `End of the window of issues, exclusive, at most ${maxWindowDays} days after issuedFrom. Without it, now.`,
    example: '2026-02-03T18:00:00Z',
  },
  targetFrom: {
    schema: instantSchema,
    description: `Start of the window of forecast hours, or of tariff days by their start, inclusive: every forecast of these, whenever it was issued. Rules of from: not in the future, ${defaultWindowHours} hours before targetTo when not given. Excludes issuedFrom and issuedTo.`,
    example: '2026-02-03T17:00:00Z',
  },
  targetTo: {
    schema: instantSchema,
    description: `End of the window of forecast hours, exclusive, at most ${maxWindowDays} days after targetFrom. May lie in the future. Without it, now.`,
    example: '2026-02-03T18:00:00Z',
  },
  zone: {
    schema: { type: 'string', enum: [exportedZone], default: exportedZone },
    description: 'Zone of the grid; any other than the only one is refused.',
    example: exportedZone,
  },
  lat: coordinate('Latitude', placeBounds.lat, 48.86),
  lon: coordinate('Longitude', placeBounds.lon, 2.35),
  emissionFactorType: {
    schema: { type: 'string', enum: ['lifecycle'], default: 'lifecycle' },
    description: 'Kind of emission factors; others than lifecycle are refused.',
    example: 'lifecycle',
  },
  start: {
    schema: instantSchema,
    description: `Start of the range: ${instantForms('last')}, lowered to the full hour. At most ${maxPastRangeDays} days before end. Without it, 24 hours before end.`,
    example: '2026-02-03T12:00:00Z',
  },
  end: {
    schema: instantSchema,
    description: 'End of the range, exclusive, raised to the full hour. Without it, now.',
    example: '2026-02-03T15:00:00Z',
  },
  profile: {
    schema: { type: 'string' },
    description: `Weighting preset: ${profileNames.join(', ')}, in any case. Excludes the four weights. Part of the plans with customWeights.`,
    example: 'carbon',
  },
  wPrice: weight('the price', 0.4),
  wCarbon: weight('the carbon intensity', 0.4),
  wGrid: weight('the grid signal', 0.1),
  wAdequacy: weight('the margin between supply and demand', 0.1),
} as const satisfies Readonly<Record<string, QueryParameter>>

/** Name of a query parameter of any operation. */
export type QueryParameterName = keyof typeof parameters

/** Every query parameter of the interface. Any other name is refused with 400 `unknown_parameter`. */
export const queryParameters: Readonly<Record<QueryParameterName, QueryParameter>> = parameters

/** Parameters that the exports take otherwise than other operations do: `quantity` has fewer values than in the archive, and both another default. */
export const exportParameters = {
  quantity: {
    schema: { type: 'string', enum: exportedQuantities, default: exportedQuantities[0] },
    description:
      'What is exported: the market price in EUR/kWh, the carbon intensity in gCO2eq/kWh, or what a kWh costs under a tariff in EUR/kWh.',
    example: 'carbon',
  },
  tariff: {
    schema: { type: 'string', enum: tariffKinds, default: exportedTariff },
    description:
      'With quantity=tariff, as are the parameters of the tariff: what a kWh costs, by the market price or a regulated tariff with one price, off-peak hours or three colours.',
    example: 'tempo',
  },
} as const satisfies Partial<Record<QueryParameterName, QueryParameter>>
