import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { CarbonRegionsResponse } from '@hexawatt/shared/contract/regions/carbon-regions'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { applyDataHeaders, type DataHeaders, type Exchange } from '@hexawatt/shared/http/data-headers'
import { edge } from '@hexawatt/shared/http/edge'
import { health } from '@hexawatt/shared/http/health'
import { internalAuth } from '@hexawatt/shared/http/internal-auth'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/http/principal'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Deps } from './deps.ts'
import { addCarbonGauges, currentIntensity, type IntensityDeps } from './intensity/current-intensity.ts'
import { currentRegions } from './regions/current-regions.ts'

/** The service: health for the operator, and below `internalAuth` the routes that only the gateway may call. */
export function createApp(deps: Deps) {
  addCarbonGauges(deps)
  return new Elysia({ name: 'svc-carbon' })
    .use(edge({ ...deps, successLevel: 'debug' }))
    .use(health(deps.metrics, deps.checks, deps.drain, deps.conditions))
    .use(new Elysia().use(internalAuth(deps.acceptedTokens)).use(carbonRoutes(deps)))
}

/** `GET /v1/carbon/intensity` and `/v1/carbon/regions`. */
function carbonRoutes(deps: IntensityDeps) {
  return new Elysia()
    .get('/v1/carbon/intensity', async (exchange) => present(exchange, await currentIntensity(deps)), {
      response: { 200: CarbonIntensityResponse, 304: v.undefined() },
    })
    .get('/v1/carbon/regions', async (exchange) => present(exchange, await currentRegions(deps)), {
      response: { 200: CarbonRegionsResponse, 304: v.undefined() },
    })
}

type Current<Body> = { body: Body; version: DataHeaders; mode: DataMode; isDegraded: boolean }

/** Sets the headers of an answer. @returns its body unless the client has it already */
function present<Body>(exchange: Exchange, { body, version, mode, isDegraded }: Current<Body>): Body | undefined {
  exchange.set.headers[dataModeHeader] = mode
  if (isDegraded) exchange.set.headers[confidenceHeader] = 'degraded'
  return applyDataHeaders(exchange, version) ? body : undefined
}
