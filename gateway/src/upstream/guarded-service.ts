import { type Operation, streamedTypes } from '@hexawatt/shared/contract/operations'
import { type AskServiceDeps, createAskService } from './ask-service.ts'
import { type CircuitState, createCircuitBreaker, type Outcome, type Suspect } from './circuit-breaker.ts'
import type { StreamEvents } from './client/fetch-client.ts'
import type { ServiceCall, StreamedAnswer, WholeAnswer } from './client/service-call.ts'
import { ServiceCallError } from './client/service-call.ts'
import { isPassableProblem } from './service-problem.ts'

/** Calls to one service that may run at once. More would only wait for each other; who comes then is better told to come again. */
export const maxCalls = 512

/** The same for bodies that are passed on: they last as long as their clients read, and `fetch` makes 256 calls at once. */
export const maxStreams = 128

/** When to come again while too many calls run, s. */
const crowdedRetrySeconds = 1

/** Why a service was not asked at all. */
export class ServiceSparedError extends Error {
  override readonly name = 'ServiceSparedError'
  readonly reason: 'circuit_open' | 'too_many_calls'
  readonly retryAfterSeconds: number

  constructor(reason: ServiceSparedError['reason'], retryAfterSeconds: number) {
    super(`service not asked: ${reason}`)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type GuardedServiceDeps = AskServiceDeps & { onCircuitChange: (state: CircuitState) => void }

/** Calls to one service, bounded in number, and none while the service is known to fail. */
export function createGuardedService({ onCircuitChange, ...askDeps }: GuardedServiceDeps) {
  const ask = createAskService(askDeps)
  const breaker = createCircuitBreaker({ monotonicMs: askDeps.monotonicMs, onChange: onCircuitChange })
  const calls = { taken: 0, max: maxCalls }
  const streams = { taken: 0, max: maxStreams }

  /**
   * @throws ServiceSparedError at once; ServiceCallError when the service gives no answer; any other error is our own
   */
  return async function askGuarded(
    operation: Operation,
    call: ServiceCall & { callerId: string },
    onBroken: StreamEvents['onBroken'],
  ): Promise<WholeAnswer | StreamedAnswer> {
    const places = streamedTypes(operation) === null ? calls : streams
    if (places.taken >= places.max) throw new ServiceSparedError('too_many_calls', crowdedRetrySeconds)
    const admission = breaker.admit()
    if (!admission.isAdmitted) throw new ServiceSparedError('circuit_open', admission.retryAfterSeconds)
    places.taken += 1
    const leave = (): void => {
      places.taken -= 1
    }
    try {
      const answer = await ask(operation, call, { onBroken, onEnd: leave })
      breaker.settle(admission.era, outcomeOf(answer), call.callerId)
      // A body that is passed on keeps its place until it ends.
      if (!(answer.body instanceof ReadableStream)) leave()
      return answer
    } catch (error) {
      breaker.settle(admission.era, isFault(error) ? 'fault' : 'neither', suspectOf(error, call.callerId))
      leave()
      throw error
    }
  }
}
export type GuardedService = ReturnType<typeof createGuardedService>

/** An error of our own is none of the service's, and neither is a client that left. */
function isFault(error: unknown): error is ServiceCallError {
  return error instanceof ServiceCallError && error.reason !== 'client_gone'
}

/** Nobody causes that a connection does not come about. */
function suspectOf(error: unknown, callerId: string): Suspect {
  return error instanceof ServiceCallError && !error.wasSent ? null : callerId
}

/** A service that refuses for want of data works; only what it cannot answer at all is its fault. */
function outcomeOf(answer: WholeAnswer | StreamedAnswer): Outcome {
  if (answer.status < 500 || (answer.status === 503 && isPassableProblem(answer))) return 'success'
  return 'fault'
}
