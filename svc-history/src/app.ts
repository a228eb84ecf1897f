import { edge } from '@hexawatt/shared/http/edge'
import { health } from '@hexawatt/shared/http/health'
import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import type { Deps } from './deps.ts'
import { coverageRoute } from './routes/coverage.ts'
import { scoreAnalyticsRoute } from './routes/score-analytics.ts'
import { scoreHistoryRoute } from './routes/score-history.ts'

/** The service: health for the operator, and below `internalAuth` the routes that only the gateway may call. */
export function createApp(deps: Deps) {
  const guarded = new Elysia()
    .use(internalAuth(deps.acceptedTokens))
    .use(scoreHistoryRoute(deps))
    .use(scoreAnalyticsRoute(deps))
    .use(coverageRoute(deps))
  return new Elysia({ name: 'svc-history' }).use(edge(deps)).use(health(deps.metrics, deps.checks)).use(guarded)
}
