import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import { writeHeaders } from '../answers/answer.ts'
import type { AnswerDeps } from '../answers/answer-deps.ts'
import { createForecastAnswer } from '../forecast/forecast-answer.ts'
import { createScoreAnswer } from '../score/score-answer.ts'

/** `GET /v1/score` and `GET /v1/score/forecast`, for the gateway only. Bodies are held to their contract when they are made. */
export function scoreRoutes(deps: AnswerDeps & { acceptedTokens: readonly string[] }) {
  const answerScore = createScoreAnswer(deps)
  const answerForecast = createForecastAnswer(deps)
  return new Elysia()
    .use(internalAuth(deps.acceptedTokens))
    .get('/v1/score', async ({ request, principal, set }) => {
      const answer = await answerScore(request.url, principal)
      writeHeaders(set.headers, answer)
      return answer.bytes
    })
    .get('/v1/score/forecast', async ({ request, principal, set }) => {
      const answer = await answerForecast(request.url, principal)
      writeHeaders(set.headers, answer)
      return answer.bytes
    })
}
