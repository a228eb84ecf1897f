import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { type AnalyticsDeps, createAnalyticsAnswer } from '../analytics/analytics-answer.ts'

/** `GET /v1/score/analytics`, for the gateway only. */
export function scoreAnalyticsRoute(deps: AnalyticsDeps & { acceptedTokens: readonly string[] }) {
  const answerAnalytics = createAnalyticsAnswer(deps)
  return new Elysia().use(internalAuth(deps.acceptedTokens)).get(
    '/v1/score/analytics',
    async ({ request, principal, set }) => {
      const { body, headers } = await answerAnalytics(request, principal)
      Object.assign(set.headers, headers)
      if (body === null) set.status = 304
      return body ?? undefined
    },
    { response: { 200: ScoreAnalyticsResponse, 304: v.undefined() } },
  )
}
