import { principalOfCaller } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import { createHistoryAnswer, type HistoryDeps } from '../history/history-answer.ts'

/** `GET /v1/score/history`. */
export function scoreHistoryRoute(deps: HistoryDeps) {
  const answerHistory = createHistoryAnswer(deps)
  return new Elysia().get('/v1/score/history', ({ request }) => answerHistory(request, principalOfCaller(request)))
}
