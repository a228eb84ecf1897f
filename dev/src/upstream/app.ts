import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import { Elysia, NotFoundError } from 'elysia'
import { createFaultSwitch, type FaultSwitch } from './faults/fault-switch.ts'
import { createContinuations } from './operator/continuations.ts'
import { OperatorError, operatorErrorResponse, unknownError } from './operator/operator-error.ts'
import { countryIntensitiesRoute } from './routes/country-intensities-route.ts'
import { emissionFactorDatasetRoute } from './routes/emission-factor-dataset-route.ts'
import { emissionFactorLinesRoute } from './routes/emission-factor-lines-route.ts'
import { faultsRoute } from './routes/faults-route.ts'
import { generationByTypeRoute } from './routes/generation-by-type-route.ts'
import { generationMixRoute } from './routes/generation-mix-route.ts'
import { healthzRoute } from './routes/healthz-route.ts'
import { physicalFlowsRoute } from './routes/physical-flows-route.ts'
import { tokenRoute } from './routes/token-route.ts'
import type { GridSource } from './subjects/grid-source.ts'
import type { ClientCredentials } from './token/client-credentials.ts'
import { createTokenStore } from './token/token-store.ts'

/** What the operator gives a token, seconds. */
const defaultTokenLifetimeSeconds = 7_200
/** Largest request body: only a list of faults has one. */
const maxRequestBodySize = 64 * 1024
/** Above the longest fault delay, seconds. */
const idleTimeout = 180

export type UpstreamDeps = {
  clock: Clock
  credentials: ClientCredentials
  source: GridSource
  tokenLifetimeSeconds?: number
  faults?: FaultSwitch
  /** Whether faults may be switched over HTTP: for tests, never on by itself. */
  allowFaultControl?: boolean
  logger?: Logger
}

/** The demo upstream: the operator's data API, the agency's database and the yearly intensities in their wire formats. */
export function createUpstreamApp(deps: UpstreamDeps) {
  const { clock, source, credentials, logger, faults = createFaultSwitch() } = deps
  const tokens = createTokenStore(deps.tokenLifetimeSeconds ?? defaultTokenLifetimeSeconds)
  const operator = { clock, source, tokens, faults, continuations: createContinuations() }
  return new Elysia({ serve: { maxRequestBodySize, idleTimeout } })
    .onError({ as: 'global' }, function answerError({ error }) {
      if (error instanceof OperatorError) return operatorErrorResponse(error)
      if (error instanceof NotFoundError) {
        return operatorErrorResponse(new OperatorError(404, 'COMMON_ERROR_T04', 'Nothing is served at this path.'))
      }
      logger?.error({ err: error }, 'request failed')
      return operatorErrorResponse(unknownError())
    })
    .use(healthzRoute)
    .use(tokenRoute({ tokens, credentials, faults }))
    .use(generationByTypeRoute(operator))
    .use(generationMixRoute(operator))
    .use(physicalFlowsRoute(operator))
    .use(emissionFactorLinesRoute({ source, faults }))
    .use(emissionFactorDatasetRoute({ source, faults }))
    .use(countryIntensitiesRoute({ source, faults }))
    .use(deps.allowFaultControl === true ? faultsRoute(faults) : new Elysia())
}
