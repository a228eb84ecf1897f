import { chooseOwner } from '@hexawatt/shared/contract/entry/operation'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Upgrades } from '@hexawatt/shared/errors/upgrades'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { CircuitState } from './circuit-breaker.ts'
import { type LookUp, lookUpAddresses } from './client/service-addresses.ts'
import { ServiceCallError, type StreamedResponse, type WholeResponse } from './client/service-call.ts'
import { CircuitOpenError, TooManyCallsError } from './guard.ts'
import { createGuardedService, type GuardedService } from './guarded-service.ts'
import type { ServiceClientName } from './service-client.ts'
import { isForwardableProblem } from './service-problem.ts'
import { makeServiceHeaders, type ServiceId, type ServiceRequest, type ServiceResponse } from './service-request.ts'

/** Longest time a service may take, headers and body, ms. */
const serviceTimeoutMs = 5_000

/** `Retry-After` when a service is down or late, s. */
const retryAfterSeconds = 5

export type ForwardDeps = {
  /** Zone of the services. */
  zone: string
  /** Base address of each service. */
  serviceUrls: Readonly<Record<ServiceId, string>>
  internalToken: string
  upgrades: Pick<Upgrades, 'ofProblem'>
  logger: Logger
  metrics: UpstreamMetrics
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  /** Which client makes the calls; default: the fast one. */
  serviceClient?: ServiceClientName | undefined
  /** Longest time a service may take, ms; only tests change it. */
  timeoutMs?: number
  /** Finds the addresses of a service's name; only tests change it. */
  lookUp?: LookUp
}

/** Makes the call of the service that owns an operation. */
export function createForward(deps: ForwardDeps) {
  const {
    zone,
    serviceUrls,
    internalToken,
    upgrades,
    logger,
    monotonicMs,
    serviceClient = 'fast',
    timeoutMs = serviceTimeoutMs,
    lookUp = lookUpAddresses,
  } = deps
  const { countFailure, showCircuit } = deps.metrics
  const rareLog = createRareLog({ logger })

  function createGuarded(id: ServiceId): GuardedService {
    showCircuit(id, 'closed')
    return createGuardedService({
      url: serviceUrls[id],
      timeoutMs,
      lookUp,
      monotonicMs,
      client: serviceClient,
      onCircuitChange(state) {
        showCircuit(id, state)
        logger.warn({ zone, service: id, state }, 'circuit of a service changed')
      },
    })
  }
  const services: Readonly<Record<ServiceId, GuardedService>> = {
    'svc-carbon': createGuarded('svc-carbon'),
    'svc-score': createGuarded('svc-score'),
    'svc-history': createGuarded('svc-history'),
  }

  function ask(request: ServiceRequest): Promise<WholeResponse | StreamedResponse> {
    const { operation, query, callerId, signal, body } = request
    const target = query === '' ? operation.path : `${operation.path}?${query}`
    const headers = makeServiceHeaders(request, internalToken)
    const call = { target, headers, signal, callerId, mayShare: operation.isLive, body }
    const owner = chooseOwner(operation, query)
    return services[owner](operation, call, (reason) => {
      if (signal?.aborted) return
      countFailure(owner, reason)
      rareLog.warn({ ...describeRequest(request), reason }, 'service ended a body too early')
    })
  }

  /** Counts and logs a failure, and returns the error for the caller. An error of the gateway itself is returned unchanged. */
  function noteFailure(request: ServiceRequest, error: unknown): unknown {
    const owner = chooseOwner(request.operation, request.query)
    if (error instanceof CircuitOpenError || error instanceof TooManyCallsError) {
      countFailure(owner, error.reason)
      return makeUnavailableError(error.retryAfterSeconds, error)
    }
    if (!(error instanceof ServiceCallError) || error.reason === 'client_gone') return error
    countFailure(owner, error.reason)
    rareLog.warn({ ...describeRequest(request), reason: error.reason }, 'service does not answer')
    return makeUnavailableError(retryAfterSeconds, error)
  }

  /**
   * Asks the service that owns the operation.
   * @throws AppError `service_unavailable` when the service is down, late, not asked, or answers a status that clients must not see; ServiceCallError
   * `client_gone` when the signal was aborted; TypeError when the request cannot be written, which is a fault of the gateway
   */
  return async function forward(request: ServiceRequest): Promise<ServiceResponse> {
    let response: WholeResponse | StreamedResponse
    try {
      response = await ask(request)
    } catch (error) {
      throw noteFailure(request, error)
    }
    const { status, headers } = response
    if (status === 304) return { status, headers, body: null }
    if (status === 200) return response
    if (isForwardableProblem(response)) return status === 403 ? addUpgrade(response, upgrades) : response
    countFailure(chooseOwner(request.operation, request.query), `status_${status}`)
    rareLog.error({ ...describeRequest(request), status }, 'service answered with a status that clients must not see')
    throw makeUnavailableError(retryAfterSeconds)
  }
}
export type Forward = ReturnType<typeof createForward>

/** Adds the address of an upgrade to the refusal of a right: services do not know it. */
function addUpgrade(response: ServiceResponse, upgrades: ForwardDeps['upgrades']): ServiceResponse {
  if (!(response.body instanceof Uint8Array)) return response
  const problem: unknown = JSON.parse(new TextDecoder().decode(response.body))
  const body = JSON.stringify({ ...Object(problem), ...upgrades.ofProblem(Object(problem)) })
  return { ...response, body: new TextEncoder().encode(body) }
}

/** Fields of a log line about a call. */
function describeRequest({ operation, query, requestId }: ServiceRequest) {
  return { service: chooseOwner(operation, query), operation: operation.id, requestId }
}

function makeUnavailableError(seconds: number, cause?: unknown): AppError {
  return new AppError('service_unavailable', {
    detail: 'The service behind this endpoint does not answer at the moment.',
    retryAfterSeconds: seconds,
    cause,
  })
}

/** Values of the gauge. */
const stateValues: Readonly<Record<CircuitState, number>> = { closed: 0, half_open: 1, open: 2 }

/** Makes the metrics of the calls to services. */
export function createUpstreamMetrics(metrics: Metrics, zone: string) {
  const failures = metrics.counter('gateway_service_failures_total', 'Calls to services that failed, by reason', [
    'zone',
    'service',
    'reason',
  ])
  const circuit = metrics.gauge('gateway_circuit_state', 'Circuit of a service: 0 closed, 1 half open, 2 open', [
    'zone',
    'service',
  ])
  const openings = metrics.counter('gateway_circuit_openings_total', 'Circuit openings', ['zone', 'service'])

  return {
    countFailure: (service: ServiceId | 'svc-web', reason: string): void => failures.inc({ zone, service, reason }),
    showCircuit(service: ServiceId | 'svc-web', state: CircuitState): void {
      circuit.set({ zone, service }, stateValues[state])
      if (state === 'open') openings.inc({ zone, service })
    },
  }
}
export type UpstreamMetrics = ReturnType<typeof createUpstreamMetrics>
