import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { weightingParameters } from '../query/weighting-parameters.ts'
import { analyticsParameters } from '../query/window-parameters.ts'
import { RankedHour, ScoreAnalyticsResponse } from '../score-history.ts'

export const getScoreAnalytics = operation({
  id: 'getScoreAnalytics',
  path: '/v1/score/analytics',
  owner: 'svc-history',
  needsKey: true,
  isClosedToDemo: true,
  capability: 'analytics',
  query: v.strictObject({ ...analyticsParameters, ...weightingParameters }),
  response: ScoreAnalyticsResponse,
  schemas: { ScoreAnalyticsResponse, RankedHour },
  clientFile: 'score-history',
  chapter: 'Score',
  summary: 'Aggregates of the score and the carbon intensity over a period',
  notes:
    'Means, share of optimal slots, and best and worst hours of the day in timezone. Requires a plan with analytics; on other plans the 403 response lists every field of the normal response in responseFields. A weighting recomputes the values that depend on the score; carbon values do not change.',
  exampleQuery: 'from=2026-02-03T17:00:00Z&to=2026-02-03T18:00:00Z&timezone=Europe/Paris',
})
