import { weatherSourceId } from '@hexawatt/shared/grid/feeds'
import { weatherPublisher } from '@hexawatt/shared/grid/publishers'
import { weatherModels } from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import { weatherPoints } from '@hexawatt/shared/methodology/forecast/weather/weather-points'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { Call, PollContext, Source } from '../definition/source.ts'
import { readWeather, variables } from './read-weather.ts'

/** Days of the past that the publisher gives at most; the regressions learn from them. */
const maxPastDays = 92
/** Days asked for from today on: the outlook of the tariff's colours reaches the tenth. With the past of a usual poll they stay within 14 days, which count as one call for each point. */
const forecastDays = 11

/**
 * The weather of France at 32 points by two models, past and to come: no feed of the operator, and without weight in the confidence. The publisher renews it
 * every three hours and counts calls, so that a restart does not ask again.
 */
export const weather: Source = {
  id: weatherSourceId,
  publisher: weatherPublisher.id,
  fills: [],
  gives: ['weather'],
  rhythm: { kind: 'interval', everyMinutes: 180, publicationOf: null, keepsIntervalAtStart: true },
  calls: (context) => [buildCall(context)],
  read: (answer) => ({ weather: readWeather(answer) }),
}

function buildCall({ now, lastSuccess }: PollContext): Call {
  const query = {
    latitude: weatherPoints.map(({ latitude }) => latitude).join(','),
    longitude: weatherPoints.map(({ longitude }) => longitude).join(','),
    hourly: variables.join(','),
    models: weatherModels.join(','),
    wind_speed_unit: 'ms',
    timeformat: 'unixtime',
    past_days: String(countPastDays(now, lastSuccess)),
    forecast_days: String(forecastDays),
  }
  return { path: '/v1/forecast', query, asked: {} }
}

/** The UTC days since the last answer; of the first poll, also that of an earlier instant of a replay, all that the publisher gives. */
function countPastDays(now: Temporal.Instant, lastSuccess: Temporal.Instant | null): number {
  if (lastSuccess === null || Temporal.Instant.compare(lastSuccess, now) > 0) return maxPastDays
  const countDay = (instant: Temporal.Instant) => Math.floor(instant.epochMilliseconds / (24 * hourMs))
  return Math.min(maxPastDays, Math.max(1, countDay(now) - countDay(lastSuccess)))
}
