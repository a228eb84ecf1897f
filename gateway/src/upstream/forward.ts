import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { CircuitState } from './circuit-breaker.ts'
import { type LookUp, lookUpAddresses } from './client/service-addresses.ts'
import type { StreamedAnswer, WholeAnswer } from './client/service-call.ts'
import { ServiceCallError } from './client/service-call.ts'
import { createGuardedService, type GuardedService, ServiceSparedError } from './guarded-service.ts'
import { isPassableProblem } from './service-problem.ts'
import { type ServiceAnswer, type ServiceId, type ServiceRequest, serviceRequestHeaders } from './service-request.ts'

/** Longest a service may take, headers and body, ms. */
const serviceTimeoutMs = 5_000

/** Seconds after which a customer asks again when a service is down or late. */
const retryAfterSeconds = 5

export type ForwardDeps = {
  /** Base address of each service. */
  serviceUrls: Readonly<Record<ServiceId, string>>
  internalToken: string
  logger: Logger
  metrics: Metrics
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  /** Longest a service may take, ms; only tests change it. */
  timeoutMs?: number
  /** Finds the addresses of a service's name; only tests change it. */
  lookUp?: LookUp
}

/** Makes the one hop from the gateway to the services. */
export function createForward(deps: ForwardDeps) {
  const {
    serviceUrls,
    internalToken,
    logger,
    monotonicMs,
    timeoutMs = serviceTimeoutMs,
    lookUp = lookUpAddresses,
  } = deps
  const { countFailure, showCircuit } = createUpstreamMetrics(deps.metrics)

  function guarded(id: ServiceId): GuardedService {
    showCircuit(id, 'closed')
    return createGuardedService({
      url: serviceUrls[id],
      timeoutMs,
      lookUp,
      monotonicMs,
      onCircuitChange(state) {
        showCircuit(id, state)
        logger.warn({ service: id, state }, 'circuit of a service changed')
      },
    })
  }
  const services: Readonly<Record<ServiceId, GuardedService>> = {
    'svc-carbon': guarded('svc-carbon'),
    'svc-score': guarded('svc-score'),
    'svc-history': guarded('svc-history'),
  }

  function ask(request: ServiceRequest): Promise<WholeAnswer | StreamedAnswer> {
    const { operation, query, callerId, signal } = request
    const target = query === '' ? operation.path : `${operation.path}?${query}`
    const call = { target, headers: serviceRequestHeaders(request, internalToken), signal, callerId }
    return services[operation.owner](operation, call, (reason) => {
      if (signal?.aborted) return
      countFailure(operation.owner, reason)
      logger.warn({ ...about(request), reason }, 'service broke off in the middle of a body')
    })
  }

  /** Counts and logs why there is no answer; gives what the caller is told. An error of our own stays what it is. */
  function failed(request: ServiceRequest, error: unknown): unknown {
    const { owner } = request.operation
    if (error instanceof ServiceSparedError) {
      countFailure(owner, error.reason)
      return unavailable(error.retryAfterSeconds, error)
    }
    if (!(error instanceof ServiceCallError) || error.reason === 'client_gone') return error
    countFailure(owner, error.reason)
    logger.warn({ ...about(request), reason: error.reason }, 'service does not answer')
    return unavailable(retryAfterSeconds, error)
  }

  /**
   * Asks the service that owns the operation.
   *
   * @throws AppError `service_unavailable` when the service is down, late, left alone, or answers what no customer should see;
   *   ServiceCallError `client_gone` when the signal was aborted; TypeError when the request cannot be written, which is a fault of ours
   */
  return async function forward(request: ServiceRequest): Promise<ServiceAnswer> {
    let answer: WholeAnswer | StreamedAnswer
    try {
      answer = await ask(request)
    } catch (error) {
      throw failed(request, error)
    }
    const { status, headers } = answer
    if (status === 304) return { status, headers, body: null }
    if (status === 200 || isPassableProblem(answer)) return answer
    countFailure(request.operation.owner, `status_${status}`)
    logger.error({ ...about(request), status }, 'service answered what no customer may see')
    throw unavailable(retryAfterSeconds)
  }
}
export type Forward = ReturnType<typeof createForward>

/** What a log line says about a call. */
function about({ operation, requestId }: ServiceRequest) {
  return { service: operation.owner, operation: operation.id, requestId }
}

function unavailable(seconds: number, cause?: unknown): AppError {
  return new AppError('service_unavailable', {
    detail: 'The service behind this endpoint does not answer at the moment.',
    retryAfterSeconds: seconds,
    cause,
  })
}

/** The states of a circuit as the gauge says them. */
const stateValues: Readonly<Record<CircuitState, number>> = { closed: 0, half_open: 1, open: 2 }

/** What is counted about the hop to the services. */
function createUpstreamMetrics(metrics: Metrics) {
  const failures = metrics.counter('gateway_service_failures_total', 'Calls to services that gave nothing to pass on', [
    'service',
    'reason',
  ])
  const circuit = metrics.gauge('gateway_circuit_state', 'Circuit of a service: 0 closed, 1 half open, 2 open', [
    'service',
  ])
  const openings = metrics.counter('gateway_circuit_openings_total', 'Times that a service was left alone', ['service'])

  return {
    countFailure: (service: ServiceId, reason: string): void => failures.inc({ service, reason }),
    showCircuit(service: ServiceId, state: CircuitState): void {
      circuit.set({ service }, stateValues[state])
      if (state === 'open') openings.inc({ service })
    },
  }
}
