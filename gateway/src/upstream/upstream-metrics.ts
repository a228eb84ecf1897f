import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { CircuitState } from './circuit-breaker.ts'
import type { ServiceId } from './service-request.ts'

/** The states of a circuit as the gauge says them. */
const stateValues: Readonly<Record<CircuitState, number>> = { closed: 0, half_open: 1, open: 2 }

/** What is counted about the hop to the services. */
export function createUpstreamMetrics(metrics: Metrics) {
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
