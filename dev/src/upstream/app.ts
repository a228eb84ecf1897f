import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import { Elysia, NotFoundError } from 'elysia'
import { priceDatasets } from './datasets/cre.ts'
import { energyChartsDatasets } from './datasets/energy-charts.ts'
import { odreDatasets } from './datasets/odre.ts'
import { referenceDatasets } from './datasets/references.ts'
import { rteDatasets } from './datasets/rte.ts'
import { rteZipDatasets } from './datasets/rte-zip.ts'
import { tempoDatasets } from './datasets/tempo.ts'
import { weatherDatasets } from './datasets/weather.ts'
import type { UpstreamSource } from './documents/upstream-source.ts'
import { createFaultSwitch, type FaultSwitch } from './faults/fault-switch.ts'
import { createDatasetRoute } from './server/answer-call.ts'
import { createCallLimits } from './server/call-limits.ts'
import { createOpenCalls } from './server/calls.ts'
import { createContinuations } from './server/continuations.ts'
import { createControlRoutes } from './server/control-routes.ts'
import { createTechnicalRefusal } from './server/refusals.ts'
import { type ClientCredentials, createTokenRoute, createTokenStore } from './server/tokens.ts'

/** Lifetime of the operator's tokens, seconds. */
const defaultTokenLifetimeSeconds = 7_200
/** Largest request body, bytes: only a list of faults has one. */
const maxRequestBodySize = 64 * 1024
/** Longer than the longest fault delay, seconds. */
const idleTimeout = 180

/** Every dataset of every publisher. */
const datasets = [
  ...rteDatasets,
  ...referenceDatasets,
  ...odreDatasets,
  ...rteZipDatasets,
  ...energyChartsDatasets,
  ...tempoDatasets,
  ...weatherDatasets,
  ...priceDatasets,
]

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

/** The demo upstream: the operator's data API, the publishers of open data and the references in their wire formats. */
export function createUpstreamApp(deps: UpstreamDeps) {
  const { clock, source, credentials, logger, enforceQuota = true, faults = createFaultSwitch() } = deps
  const calls = createOpenCalls()
  const server = {
    clock,
    source,
    faults,
    enforceQuota,
    calls,
    tokens: createTokenStore(deps.tokenLifetimeSeconds ?? defaultTokenLifetimeSeconds),
    continuations: createContinuations(),
    limits: createCallLimits(),
  }
  const app = new Elysia({ serve: { maxRequestBodySize, idleTimeout } })
    .onError({ as: 'global' }, function answerError({ error }) {
      if (error instanceof NotFoundError) return createTechnicalRefusal('rte', 'notFound').response
      logger?.error({ err: error }, 'request failed')
      return createTechnicalRefusal('rte', 'unknown').response
    })
    .get('/healthz', () => 'ok')
    .use(createTokenRoute({ ...server, credentials }))
    .use(deps.allowFaultControl === true ? createControlRoutes(faults, calls) : new Elysia())
  // `use` extends the app that it is called on.
  for (const dataset of datasets) app.use(createDatasetRoute(dataset, server))
  return app
}
