import type { Metrics } from '@hexawatt/shared/telemetry/metrics'

/** Metrics of the limiter: whether it decides alone, and what became of what Redis did not hear. */
export function createLimitMetrics(metrics: Metrics) {
  const isLocal = metrics.gauge('gateway_limits_local', '1 while Redis is away and this gateway decides alone, else 0')
  const decisions = metrics.counter(
    'gateway_limits_local_decisions_total',
    'Requests decided without Redis, by outcome',
    ['outcome'],
  )
  const failures = metrics.counter(
    'gateway_limits_failed_calls_total',
    'Calls to Redis that failed; unsent: no effect; unknown: effect indeterminate unless the answer comes late',
    ['outcome'],
  )
  const owed = metrics.counter(
    'gateway_limits_owed_requests_total',
    'Requests served without Redis: reconciled were added to the month there, forgiven were lost on that way',
    ['outcome'],
  )
  const restored = metrics.counter(
    'gateway_limits_restored_months_total',
    'Counts of months that Redis had lost, read from Postgres, by outcome',
    ['outcome'],
  )
  const addresses = metrics.counter(
    'gateway_limits_shared_addresses_total',
    'Requests of client addresses that were counted in a shared state, since Redis had no room for another one',
  )
  isLocal.set(1)
  return {
    setLocal: (local: boolean): void => isLocal.set(local ? 1 : 0),
    decidedLocally: (isRefused: boolean): void => decisions.inc({ outcome: isRefused ? 'refused' : 'passed' }),
    callFailed: (outcome: 'unsent' | 'unknown'): void => failures.inc({ outcome }),
    reconciled: (requests: number): void => owed.inc({ outcome: 'reconciled' }, requests),
    forgiven: (requests: number): void => owed.inc({ outcome: 'forgiven' }, requests),
    addressShared: (): void => addresses.inc(),
    monthRestored: (isRestored: boolean): void => restored.inc({ outcome: isRestored ? 'restored' : 'failed' }),
  }
}
export type LimitMetrics = ReturnType<typeof createLimitMetrics>
