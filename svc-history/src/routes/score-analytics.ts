import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import { type AnalyticsDeps, createAnalyticsAnswer } from '../analytics/analytics-answer.ts'

/** `GET /v1/score/analytics`, for the gateway only. */
export function scoreAnalyticsRoute(deps: AnalyticsDeps & { acceptedTokens: readonly string[] }) {
  const answerAnalytics = createAnalyticsAnswer(deps)
  return new Elysia().use(internalAuth(deps.acceptedTokens)).get(
    '/v1/score/analytics',
    async ({ request, principal, set }) => {
      const { body, headers } = await answerAnalytics(request.url, principal)
      Object.assign(set.headers, headers)
      return body
    },
    { response: ScoreAnalyticsResponse },
  )
}
