import type { Operation } from '@hexawatt/shared/contract/operations'
import { type CircuitState, createCircuitBreaker, type FaultCaller, type Outcome } from './circuit-breaker.ts'
import {
  type ServiceCall,
  ServiceCallError,
  type StreamEvents,
  type StreamedResponse,
  type WholeResponse,
} from './client/service-call.ts'
import { createServiceClient, type ServiceClientOptions } from './service-client.ts'
import { isForwardableProblem } from './service-problem.ts'

/** Concurrent calls to one service. More would only wait for each other; they are rejected with a `Retry-After`. */
export const maxCalls = 512

/** Concurrent streams: they last as long as their clients read, and `fetch` makes 256 calls at once. */
export const maxStreams = 128

/** `Retry-After` at these limits, s. */
const crowdedRetrySeconds = 1

/** The service was not asked: its circuit is open. */
export class CircuitOpenError extends Error {
  override readonly name = 'CircuitOpenError'
  readonly reason = 'circuit_open'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('service not asked: circuit open')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The service was not asked: too many calls run. */
export class TooManyCallsError extends Error {
  override readonly name = 'TooManyCallsError'
  readonly reason = 'too_many_calls'
  readonly retryAfterSeconds = crowdedRetrySeconds
}

export type GuardedServiceDeps = ServiceClientOptions & { onCircuitChange: (state: CircuitState) => void }

/** Calls to one service, bounded in number and behind a circuit breaker. */
export function createGuardedService({ onCircuitChange, ...options }: GuardedServiceDeps) {
  const client = createServiceClient(options)
  const breaker = createCircuitBreaker({ monotonicMs: options.monotonicMs, onChange: onCircuitChange })
  const calls = { taken: 0, max: maxCalls }
  const streams = { taken: 0, max: maxStreams }

  /**
   * @throws CircuitOpenError or TooManyCallsError at once; ServiceCallError when the call fails; any other error is one of the gateway
   */
  return async function askGuarded(
    operation: Operation,
    call: ServiceCall & { callerId: string },
    onBroken: StreamEvents['onBroken'],
  ): Promise<WholeResponse | StreamedResponse> {
    const isStreamed = operation.streamedAs !== null
    const slots = isStreamed ? streams : calls
    if (slots.taken >= slots.max) throw new TooManyCallsError('service not asked: too many calls')
    const admission = breaker.admit()
    if (!admission.isAdmitted) throw new CircuitOpenError(admission.retryAfterSeconds)
    slots.taken += 1
    const release = (): void => {
      slots.taken -= 1
    }
    try {
      const events = { onBroken, onEnd: release }
      const response = await (isStreamed ? client.askStream(call, events) : client.askWhole(call))
      breaker.settle(admission.generation, outcomeOf(response), call.callerId)
      // A stream keeps its slot until it ends.
      if (!(response.body instanceof ReadableStream)) release()
      return response
    } catch (error) {
      breaker.settle(admission.generation, isFault(error) ? 'fault' : 'neither', faultCallerOf(error, call.callerId))
      release()
      throw error
    }
  }
}
export type GuardedService = ReturnType<typeof createGuardedService>

/** Neither an error of the gateway nor a client that left is a fault of the service. */
function isFault(error: unknown): error is ServiceCallError {
  return error instanceof ServiceCallError && error.reason !== 'client_gone'
}

/** No caller can cause a failed connection. */
function faultCallerOf(error: unknown, callerId: string): FaultCaller {
  return error instanceof ServiceCallError && !error.wasSent ? null : callerId
}

/** A 503 with a problem body means missing data: the service works. */
function outcomeOf(response: WholeResponse | StreamedResponse): Outcome {
  if (response.status < 500 || (response.status === 503 && isForwardableProblem(response))) return 'success'
  return 'fault'
}
