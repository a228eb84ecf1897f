import { edge } from '@hexawatt/shared/http/edge'
import { health } from '@hexawatt/shared/http/health'
import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { Elysia } from 'elysia'
import type { Deps } from './deps.ts'
import { addIntensityGauges } from './intensity/intensity-gauges.ts'
import { carbonIntensityRoute } from './routes/carbon-intensity.ts'

/** The service: health for the operator, and below `internalAuth` the routes that only the gateway may call. */
export function createApp(deps: Deps) {
  addIntensityGauges(deps)
  return new Elysia({ name: 'svc-carbon' })
    .use(edge({ ...deps, successLevel: 'debug' }))
    .use(health(deps.metrics, deps.checks))
    .use(new Elysia().use(internalAuth(deps.acceptedTokens)).use(carbonIntensityRoute(deps)))
}
