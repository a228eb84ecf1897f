import { hourStart } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { FeedContent } from '../definition/content.ts'
import type { Expectation } from '../definition/expectation.ts'
import type { Answer, Call, Source } from '../definition/source.ts'
import { buildChartCall, readChart, requireUnit, toMeasurements, toSeriesName } from './answer.ts'

/** Forecast types of the product by the requested type. */
const typeByAsked: ReadonlyMap<string, string> = new Map([
  ['solar', 'SOLAR'],
  ['wind_onshore', 'WIND_ONSHORE'],
  ['wind_offshore', 'WIND_OFFSHORE'],
])
/** The product's names of the horizons that are asked for. */
const horizonByAsked: ReadonlyMap<string, string> = new Map([
  ['day-ahead', 'D-1'],
  ['current', 'ID'],
])

const expectedForecast: Expectation = {
  contentType: 'json',
  members: ['unix_seconds', 'forecast_values', 'production_type', 'deprecated'],
  newest: { feed: 'generation_forecast', minSeries: 1, maxLagMs: 0 },
  mayBeEmpty: true,
}

/** Forecasts of wind and sun for tomorrow. Whether the publisher has them for France is not proven: without them a forecast carries on. */
export const energyChartsForecastDayAhead: Source = {
  id: 'energy_charts_forecast_day_ahead',
  publisher: 'energy-charts',
  rhythm: { kind: 'times', at: { paris: ['18:15', '20:15'] } },
  fills: ['generation_forecast'],
  absent: { status: 404 },
  calls: ({ now }) => listForecastCalls('day-ahead', addParisDays(now, 0), addParisDays(now, 2)),
  read: (answer) => ({ feeds: readForecast(answer) }),
  expected: expectedForecast,
}

/** The newest forecasts of today. */
export const energyChartsForecastCurrent: Source = {
  id: 'energy_charts_forecast_current',
  publisher: 'energy-charts',
  rhythm: { kind: 'times', at: { paris: ['00:45', '03:45', '06:45', '09:45', '12:45', '15:45', '18:45', '21:45'] } },
  fills: ['generation_forecast'],
  absent: { status: 404 },
  calls: ({ now }) => listForecastCalls('current', hourStart(now), addParisDays(now, 2)),
  read: (answer) => ({ feeds: readForecast(answer) }),
  expected: expectedForecast,
}

function listForecastCalls(horizon: string, from: Temporal.Instant, to: Temporal.Instant): Call[] {
  return [...typeByAsked.keys()].map((type) =>
    buildChartCall(
      '/public_power_forecast',
      { country: 'fr', production_type: type, forecast_type: horizon },
      from,
      to,
    ),
  )
}

/**
 * A type that the publisher does not forecast comes as nulls, which are absent, not 0.
 *
 * @throws UpstreamError `unusable` when the answer is of another type than the one asked for
 */
function readForecast({ body, query }: Answer): FeedContent[] {
  const answer = readChart(body, query)
  requireUnit(answer, 'MW')
  const [asked = '', horizon = ''] = [query['production_type'], query['forecast_type']]
  const type = typeByAsked.get(asked)
  const lead = horizonByAsked.get(horizon)
  const forecast = answer.series.find(({ name }) => toSeriesName(name) === asked)
  if (type === undefined || lead === undefined)
    throw new UpstreamError('unusable', `unknown query: ${asked} ${horizon}`)
  if (forecast === undefined && answer.starts.length > 0) {
    throw new UpstreamError('unusable', `asked for ${asked}, got ${answer.series[0]?.name ?? 'no values'}`)
  }
  const measurements = toMeasurements(answer, forecast?.values ?? [], `${lead}/${type}`)
  const { unreadable: unreadableSlots, reasons } = answer
  return [{ feed: 'generation_forecast', normalised: { measurements, documents: [], unreadableSlots, reasons } }]
}
