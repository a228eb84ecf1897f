import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { principalOfCaller } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import { type AnalyticsDeps, createAnalyticsAnswer } from '../analytics/analytics-answer.ts'

/** `GET /v1/score/analytics`. */
export function scoreAnalyticsRoute(deps: AnalyticsDeps) {
  const answerAnalytics = createAnalyticsAnswer(deps)
  return new Elysia().get(
    '/v1/score/analytics',
    async ({ request, set }) => {
      const { body, headers } = await answerAnalytics(request, principalOfCaller(request))
      Object.assign(set.headers, headers)
      return body
    },
    { response: ScoreAnalyticsResponse },
  )
}
