import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { applyDataHeaders } from '@hexawatt/shared/http/data-headers'
import { edge } from '@hexawatt/shared/http/edge'
import { health } from '@hexawatt/shared/http/health'
import { confidenceHeader, dataModeHeader, internalAuth } from '@hexawatt/shared/http/principal'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Deps } from './deps.ts'
import { addIntensityGauges, currentIntensity, type IntensityDeps } from './intensity/current-intensity.ts'

/** The service: health for the operator, and below `internalAuth` the routes that only the gateway may call. */
export function createApp(deps: Deps) {
  addIntensityGauges(deps)
  return new Elysia({ name: 'svc-carbon' })
    .use(edge({ ...deps, successLevel: 'debug' }))
    .use(health(deps.metrics, deps.checks))
    .use(new Elysia().use(internalAuth(deps.acceptedTokens)).use(carbonIntensityRoute(deps)))
}

/** `GET /v1/carbon/intensity`. */
function carbonIntensityRoute(deps: IntensityDeps) {
  return new Elysia().get(
    '/v1/carbon/intensity',
    async ({ request, set }) => {
      const { body, version, mode, isDegraded } = await currentIntensity(deps)
      set.headers[dataModeHeader] = mode
      if (isDegraded) set.headers[confidenceHeader] = 'degraded'
      return applyDataHeaders({ request, set }, version) ? body : undefined
    },
    { response: { 200: CarbonIntensityResponse, 304: v.undefined() } },
  )
}
