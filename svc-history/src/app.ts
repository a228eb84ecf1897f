import { edge } from '@hexawatt/shared/http/edge'
import { health } from '@hexawatt/shared/http/health'
import { Elysia } from 'elysia'
import type { Deps } from './deps.ts'
import { coverageRoute } from './routes/coverage.ts'
import { scoreAnalyticsRoute } from './routes/score-analytics.ts'
import { scoreHistoryRoute } from './routes/score-history.ts'

/** Seconds a connection may be silent: a customer who reads slowly holds the stream of a history for that long. */
const idleTimeoutSeconds = 60

/** The service: health for the operator, and the routes that only the gateway may call. */
export function createApp(deps: Deps) {
  return new Elysia({ name: 'svc-history', serve: { idleTimeout: idleTimeoutSeconds } })
    .use(edge({ ...deps, successLevel: 'debug' }))
    .use(health(deps.metrics, deps.checks))
    .use(scoreHistoryRoute(deps))
    .use(scoreAnalyticsRoute(deps))
    .use(coverageRoute(deps))
}
