import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import type { Outcome } from './circuit-breaker.ts'
import type { ServiceCall, StreamEvents, StreamedResponse, WholeResponse } from './client/service-call.ts'
import { createGuard, type GuardDeps, type Slots } from './guard.ts'
import { createServiceClient, type ServiceClientOptions } from './service-client.ts'
import { isForwardableProblem } from './service-problem.ts'

/** Concurrent calls to one service. Further calls would only wait for each other; they are rejected with a `Retry-After`. */
export const maxCalls = 512

/** Concurrent streams: they last as long as their clients read, and `fetch` makes 256 calls at once. */
export const maxStreams = 128

export type GuardedServiceDeps = ServiceClientOptions & GuardDeps

/** Calls to one service, bounded in number and behind a circuit breaker. */
export function createGuardedService({ onCircuitChange, ...options }: GuardedServiceDeps) {
  const client = createServiceClient(options)
  const guarded = createGuard({ monotonicMs: options.monotonicMs, onCircuitChange })
  const calls: Slots = { taken: 0, max: maxCalls }
  const streams: Slots = { taken: 0, max: maxStreams }

  /** @throws as the guard does */
  return function askGuarded(
    operation: Pick<OperationEntry, 'streamedAs'>,
    call: ServiceCall & { callerId: string },
    onBroken: StreamEvents['onBroken'],
  ): Promise<WholeResponse | StreamedResponse> {
    const isStreamed = operation.streamedAs !== null
    return guarded<WholeResponse | StreamedResponse>({
      slots: isStreamed ? streams : calls,
      callerId: call.callerId,
      ask: (onEnd) => (isStreamed ? client.askStream(call, { onBroken, onEnd }) : client.askWhole(call)),
      outcomeOf: readOutcome,
    })
  }
}
export type GuardedService = ReturnType<typeof createGuardedService>

/** A 503 with a problem body means missing data: the service works. */
function readOutcome(response: WholeResponse | StreamedResponse): Outcome {
  if (response.status < 500 || (response.status === 503 && isForwardableProblem(response))) return 'success'
  return 'fault'
}
