import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import { createHistoryAnswer, type HistoryDeps } from '../history/history-answer.ts'

/** `GET /v1/score/history`, for the gateway only. */
export function scoreHistoryRoute(deps: HistoryDeps & { acceptedTokens: readonly string[] }) {
  const answerHistory = createHistoryAnswer(deps)
  return new Elysia()
    .use(internalAuth(deps.acceptedTokens))
    .get('/v1/score/history', ({ request, principal }) => answerHistory(request, principal))
}
