import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import { Elysia, NotFoundError } from 'elysia'
import { createFaultSwitch, type FaultSwitch } from './faults/fault-switch.ts'
import { faultsRoute } from './faults/faults-route.ts'
import { openRoutes } from './open/open-routes.ts'
import { createContinuations } from './operator/continuations.ts'
import { OperatorError, operatorErrorResponse, unknownError } from './operator/operator-error.ts'
import { type ClientCredentials, createTokenStore } from './operator/tokens.ts'
import { countryIntensitiesRoute } from './references/country-intensities.ts'
import { emissionFactorDatasetRoute, emissionFactorLinesRoute } from './references/emission-factor-routes.ts'
import { consumptionRoute, consumptionWeeklyRoute } from './routes/consumption-routes.ts'
import { generationForecastRoute } from './routes/generation-forecast-route.ts'
import { generationUnavailabilitiesRoute } from './routes/generation-unavailabilities-route.ts'
import { gridSignalsRoute } from './routes/grid-signals-route.ts'
import { imbalanceRoute } from './routes/imbalance-route.ts'
import { installedCapacitiesRoute } from './routes/installed-capacities-route.ts'
import { exchangeSchedulesRoute, powerExchangesRoute } from './routes/market-routes.ts'
import { generationByTypeRoute, generationMixRoute, physicalFlowsRoute } from './routes/measured-routes.ts'
import { tariffCalendarRoute } from './routes/tariff-calendar-route.ts'
import { tokenRoute } from './routes/token-route.ts'
import type { UpstreamSource } from './source.ts'

/** Lifetime of the operator's tokens, seconds. */
const defaultTokenLifetimeSeconds = 7_200
/** Largest request body, bytes: only a list of faults has one. */
const maxRequestBodySize = 64 * 1024
/** Longer than the longest fault delay, seconds. */
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
  /** False: no minimum interval between two calls of the grid signal. Absent: the operator's 15 minutes. */
  enforceQuota?: boolean
  tokenLifetimeSeconds?: number
  faults?: FaultSwitch
  /** Whether faults can be set and the calls of open data be read over HTTP, for tests. */
  allowFaultControl?: boolean
  logger?: Logger
}

/** The demo upstream: the operator's data API, the publishers of open data, the agency's database and the yearly intensities in their wire formats. */
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
    .get('/healthz', () => 'ok')
    .use(tokenRoute({ tokens, credentials, faults }))
    .use(emissionFactorLinesRoute({ source, faults }))
    .use(emissionFactorDatasetRoute({ source, faults }))
    .use(countryIntensitiesRoute({ source, faults }))
    .use(deps.allowFaultControl === true ? faultsRoute(faults) : new Elysia())
  app.use(openRoutes({ clock, source, faults }, deps.allowFaultControl === true))
  // `use` extends the app that it is called on.
  for (const route of operatorRoutes) app.use(route(operator))
  return app
}
