import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { holdsUntilHour } from '../entry/stale-rules.ts'
import { forecastParameters } from '../query/forecast-parameters.ts'
import { weightingParameters } from '../query/weighting-parameters.ts'
import { HourlyScore, ScoreForecast } from '../score.ts'
import { ForecastVersionSet } from '../values/versions.ts'

export const getScoreForecast = operation({
  id: 'getScoreForecast',
  path: '/v1/score/forecast',
  owner: 'svc-score',
  needsKey: true,
  query: v.strictObject({ ...forecastParameters, ...weightingParameters }),
  response: ScoreForecast,
  schemas: { ScoreForecast, HourlyScore, ForecastVersionSet },
  clientFile: 'score',
  clientNames: { ForecastVersionSet: 'ForecastVersions' },
  isLive: true,
  staleRule: holdsUntilHour,
  chapter: 'Score',
  summary: 'Score of the next 1 to 48 hours',
  notes:
    'Hours from the next full hour on. The response has at most the requested hours; it is shorter when the plan or the available data end earlier. bestHour and worstHour are ranked by the scores before rounding. Auctioned prices exist at most to the end of tomorrow; beyond that, sub-scores use an estimate. If no forecast exists, the response is 200 with an empty list.',
  exampleQuery: 'hours=2&profile=carbon',
})
