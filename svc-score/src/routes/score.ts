import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import { send } from '../answers/answer.ts'
import type { AnswerDeps } from '../answers/answer-deps.ts'
import { createForecastAnswer } from '../forecast/forecast-answer.ts'
import { createScoreAnswer } from '../score/score-answer.ts'

/** `GET /v1/score` and `GET /v1/score/forecast`, for the gateway only. Bodies are held to their contract when they are made. */
export function scoreRoutes(deps: AnswerDeps & { acceptedTokens: readonly string[] }) {
  const answerScore = createScoreAnswer(deps)
  const answerForecast = createForecastAnswer(deps)
  return new Elysia()
    .use(internalAuth(deps.acceptedTokens))
    .get('/v1/score', ({ request, principal, set }) => send({ request, set }, answerScore(request.url, principal)))
    .get('/v1/score/forecast', ({ request, principal, set }) =>
      send({ request, set }, answerForecast(request.url, principal)),
    )
}
