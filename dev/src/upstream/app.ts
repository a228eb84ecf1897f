import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import { Elysia, NotFoundError } from 'elysia'
import { gridSignalsRoute } from './documents/signals/grid-signals-route.ts'
import { generationUnavailabilitiesRoute } from './documents/unavailabilities/generation-unavailabilities-route.ts'
import { createFaultSwitch, type FaultSwitch } from './faults/fault-switch.ts'
import { faultsRoute } from './faults/faults-route.ts'
import { createContinuations } from './operator/continuations.ts'
import { OperatorError, operatorErrorResponse, unknownError } from './operator/operator-error.ts'
import { createTokenStore } from './operator/tokens.ts'
import { consumptionRoute } from './routes/consumption-route.ts'
import { consumptionWeeklyRoute } from './routes/consumption-routes.ts'
import { countryIntensitiesRoute } from './routes/country-intensities-route.ts'
import { emissionFactorDatasetRoute } from './routes/emission-factor-dataset-route.ts'
import { emissionFactorLinesRoute } from './routes/emission-factor-lines-route.ts'
import { generationByTypeRoute } from './routes/generation-by-type-route.ts'
import { generationForecastRoute } from './routes/generation-forecast-route.ts'
import { generationMixRoute } from './routes/generation-mix-route.ts'
import { healthzRoute } from './routes/healthz-route.ts'
import { imbalanceRoute } from './routes/imbalance-route.ts'
import { installedCapacitiesRoute } from './routes/installed-capacities-route.ts'
import { exchangeSchedulesRoute } from './routes/market-routes.ts'
import { physicalFlowsRoute } from './routes/measured-routes.ts'
import { powerExchangesRoute } from './routes/power-exchanges-route.ts'
import { tariffCalendarRoute } from './routes/tariff-calendar-route.ts'
import { tokenRoute } from './routes/token-route.ts'
import type { UpstreamSource } from './source.ts'
import type { ClientCredentials } from './token/client-credentials.ts'

/** What the operator gives a token, seconds. */
const defaultTokenLifetimeSeconds = 7_200
/** Largest request body: only a list of faults has one. */
const maxRequestBodySize = 64 * 1024
/** Above the longest fault delay, seconds. */
const idleTimeout = 180

/** The resources of the operator's data API. */
const operatorRoutes = [
  generationByTypeRoute,
  generationMixRoute,
  generationForecastRoute,
  consumptionRoute,
  consumptionWeeklyRoute,
  powerExchangesRoute,
  physicalFlowsRoute,
  exchangeSchedulesRoute,
  gridSignalsRoute,
  tariffCalendarRoute,
  generationUnavailabilitiesRoute,
  installedCapacitiesRoute,
  imbalanceRoute,
] as const

export type UpstreamDeps = {
  clock: Clock
  credentials: ClientCredentials
  source: UpstreamSource
  /** False: the grid's signal may be asked for as often as one likes, which the operator does not allow. */
  enforceQuota?: boolean
  tokenLifetimeSeconds?: number
  faults?: FaultSwitch
  /** Whether faults may be switched over HTTP: for tests, never on by itself. */
  allowFaultControl?: boolean
  logger?: Logger
}

/** The demo upstream: the operator's data API, the agency's database and the yearly intensities in their wire formats. */
export function createUpstreamApp(deps: UpstreamDeps) {
  const { clock, source, credentials, logger, enforceQuota = true, faults = createFaultSwitch() } = deps
  const tokens = createTokenStore(deps.tokenLifetimeSeconds ?? defaultTokenLifetimeSeconds)
  const { documents } = source
  const operator = { clock, source, documents, tokens, faults, enforceQuota, continuations: createContinuations() }
  const app = new Elysia({ serve: { maxRequestBodySize, idleTimeout } })
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
    .use(emissionFactorLinesRoute({ source, faults }))
    .use(emissionFactorDatasetRoute({ source, faults }))
    .use(countryIntensitiesRoute({ source, faults }))
    .use(deps.allowFaultControl === true ? faultsRoute(faults) : new Elysia())
  // One by one, as a chain of so many routes says nothing that the list does not; Elysia adds to the app that it is called on.
  for (const route of operatorRoutes) app.use(route(operator))
  return app
}
