import { type Operation, weightingParameters } from './operations.ts'
import { profileNames, weightSumTolerance } from './profiles.ts'
import { defaultForecastHours, maxForecastHours } from './score.ts'
import { defaultWindowHours, granularities, maxWindowDays, rawByDefaultDays } from './score-history.ts'

/** Name of a query parameter of any operation. */
export type QueryParameterName = Operation['queryParameters'][number]

/** What a query parameter takes, in the words of JSON Schema. */
export type ParameterSchema = {
  type: 'string' | 'integer' | 'number'
  format?: 'date-time' | 'double' | 'int32'
  minimum?: number
  maximum?: number
  enum?: readonly string[]
  default?: string | number
}

/** A query parameter as an integrator is told of it. All are optional. */
export type QueryParameter = { schema: ParameterSchema; description: string; example: string | number }

const weight = (of: string, example: number): QueryParameter => ({
  schema: { type: 'number', format: 'double', minimum: 0, maximum: 1 },
  description: `Own weight of ${of}: a plain decimal from 0 to 1. The four weights are required together, sum to 1 (within ${weightSumTolerance}), and exclude profile. Part of the plans with customWeights.`,
  example,
})

/** Every query parameter of the interface. `hour` and other names that are not here are refused with 400 `unknown_parameter`. */
export const queryParameters: Readonly<Record<QueryParameterName, QueryParameter>> = {
  hours: {
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: maxForecastHours, default: defaultForecastHours },
    description:
      'Hours of the forecast, from the next full hour on. More than the plan reaches is capped, not refused: servedHours says how many are served.',
    example: 2,
  },
  from: {
    schema: { type: 'string', format: 'date-time' },
    description: `Start of the window, inclusive: date and time with a zone (a + is written %2B). Not in the future, and earlier than to. Without it, ${defaultWindowHours} hours before to.`,
    example: '2026-02-03T17:00:00Z',
  },
  to: {
    schema: { type: 'string', format: 'date-time' },
    description: `End of the window, exclusive, at most ${maxWindowDays} days after from: date and time with a zone. Without it, now. What lies in the future holds nothing yet.`,
    example: '2026-02-03T18:00:00Z',
  },
  granularity: {
    schema: { type: 'string', enum: granularities },
    description: `raw: every 10 minutes, the auditable reference; hourly: means of an hour. Without it, raw up to ${rawByDefaultDays} days and hourly beyond.`,
    example: 'raw',
  },
  timezone: {
    schema: { type: 'string', default: 'UTC' },
    description: 'Name of the IANA time zone in which the best and worst hours of the day are counted.',
    example: 'Europe/Paris',
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
}

/** Whether a parameter chooses a weighting. */
export function isWeightingParameter(name: QueryParameterName): boolean {
  return weightingParameters.some((weighting) => weighting === name)
}
