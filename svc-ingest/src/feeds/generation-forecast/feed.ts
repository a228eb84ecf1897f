import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseGenerationForecast } from './normalise.ts'

const productionTypes = ['SOLAR', 'WIND_ONSHORE', 'WIND_OFFSHORE'] as const
/** Issued at about 18:00 one, two and three days before the day that they cover, and hourly through that day. */
const forecastTypes = ['D-1', 'ID', 'D-2', 'D-3'] as const
/** The forecasts that the feed owes (it covers D+1); the earlier ones would hide that they are missing. */
const owedTypes = ['D-1', 'ID'] as const

/** Wind and solar forecasts: the projected mix and the adequacy of the coming days. */
export const generationForecast: FeedDefinition = {
  id: 'generation_forecast',
  resource: {
    api: 'generation_forecast',
    path: '/open_api/generation_forecast/v3/forecasts',
    maxWindowDays: 21,
    windowFormat: 'paris',
    queries: productionTypes.flatMap((production_type) => forecastTypes.map((type) => ({ production_type, type }))),
    // F04: nothing for that term. F08: nothing for that type of forecast and production (only here: elsewhere it is a mistake).
    absentCodes: ['F04', 'F08'],
  },
  pollEveryMs: 30 * minuteMs,
  firstFetchDays: 8,
  // The newest slot is a forecast, up to four days ahead: after an outage the window must still begin before the last slots
  // that were missed.
  revisionDays: 4,
  windowEnd: { daysAhead: 3 },
  freshSeries: productionTypes.flatMap((production_type) => owedTypes.map((type) => `${type}/${production_type}`)),
  normalise: normaliseGenerationForecast,
  mayLieAhead: () => true,
}
