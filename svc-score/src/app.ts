import { edge } from '@hexawatt/shared/http/edge'
import { health } from '@hexawatt/shared/http/health'
import { Elysia } from 'elysia'
import type { Deps } from './deps.ts'
import { passThroughRoutes } from './routes/pass-through.ts'
import { scoreRoutes } from './routes/score.ts'
import { addLatestGauges } from './sources/latest-gauges.ts'

/** The service: health for the operator, and the routes that only the gateway may call. */
export function createApp(deps: Deps) {
  addLatestGauges(deps)
  return new Elysia({ name: 'svc-score' })
    .use(edge({ ...deps, successLevel: 'debug' }))
    .use(health(deps.metrics, deps.checks))
    .use(scoreRoutes(deps))
    .use(passThroughRoutes(deps))
}
