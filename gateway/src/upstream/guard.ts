import { type CircuitState, createCircuitBreaker, type FaultCaller, type Outcome } from './circuit-breaker.ts'
import { ServiceCallError } from './client/service-call.ts'

/** `Retry-After` when too many calls run, s. */
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

/** Calls that may run at once. */
export type Slots = { taken: number; readonly max: number }

export type GuardDeps = {
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  onCircuitChange: (state: CircuitState) => void
}

export type GuardedCall<Answer> = {
  slots: Slots
  /** Whose limits the request counts against: faults of a single caller do not open the circuit. */
  callerId: string
  /** Makes the call. @param release of the slot: for a forwarded body, once it has ended */
  ask: (release: () => void) => Promise<Answer>
  outcomeOf: (answer: Answer) => Outcome
}

/** Makes the guard of one service: it bounds the number of calls, and has a circuit breaker. */
export function createGuard({ monotonicMs, onCircuitChange }: GuardDeps) {
  const breaker = createCircuitBreaker({ monotonicMs, onChange: onCircuitChange })

  /** @throws CircuitOpenError or TooManyCallsError at once; ServiceCallError when the call fails; any other error comes from the gateway */
  return async function guarded<Answer extends { body: unknown }>(call: GuardedCall<Answer>): Promise<Answer> {
    const { slots, callerId, ask, outcomeOf } = call
    if (slots.taken >= slots.max) throw new TooManyCallsError('service not asked: too many calls')
    const admission = breaker.admit()
    if (!admission.isAdmitted) throw new CircuitOpenError(admission.retryAfterSeconds)
    slots.taken += 1
    const release = (): void => {
      slots.taken -= 1
    }
    try {
      const answer = await ask(release)
      breaker.settle(admission.generation, outcomeOf(answer), callerId)
      // A stream keeps its slot until it ends.
      if (!(answer.body instanceof ReadableStream)) release()
      return answer
    } catch (error) {
      breaker.settle(admission.generation, isFault(error) ? 'fault' : 'neither', findFaultCaller(error, callerId))
      release()
      throw error
    }
  }
}
export type Guard = ReturnType<typeof createGuard>

/** Neither an error of the gateway nor a client's disconnect is a fault of the service. */
function isFault(error: unknown): error is ServiceCallError {
  return error instanceof ServiceCallError && error.reason !== 'client_gone'
}

/** No caller can cause a failed connection. */
function findFaultCaller(error: unknown, callerId: string): FaultCaller {
  return error instanceof ServiceCallError && !error.wasSent ? null : callerId
}
