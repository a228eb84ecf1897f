import type { Metrics } from '@hexawatt/shared/telemetry/metrics'

/** Metrics of the limiter: local decisions, kept refusals, failed calls, pending usage, living gateways, restores, shared addresses. */
export function createLimitMetrics(metrics: Metrics) {
  const isLocal = metrics.gauge(
    'gateway_limits_local',
    '1 while this gateway decides on some or all accounts without Redis, because Redis is down; else 0',
  )
  const isAnonymousLocal = metrics.gauge(
    'gateway_limits_strangers_local',
    '1 while this gateway decides on client addresses and the demo key without Redis; else 0',
  )
  const decisions = metrics.counter(
    'gateway_limits_local_decisions_total',
    'Requests decided without Redis, by outcome',
    ['outcome'],
  )
  const kept = metrics.counter(
    'gateway_limits_kept_refusals_total',
    'Requests refused without a call to Redis, because its last refusal still held',
  )
  const failures = metrics.counter(
    'gateway_limits_failed_calls_total',
    'Calls to Redis that failed; unsent: no effect; unknown: effect indeterminate unless a late reply comes',
    ['outcome'],
  )
  const pending = metrics.counter(
    'gateway_limits_pending_requests_total',
    'Requests served without Redis; reconciled: added to the month in Redis; forgiven: effect unknown, not charged again',
    ['outcome'],
  )
  const owed = metrics.gauge(
    'gateway_limits_owed_requests',
    'Requests served without Redis that this gateway has not added to the month yet',
  )
  const gateways = metrics.gauge(
    'gateway_limits_live_gateways',
    'Gateways that share the limits, as last reported by Redis; 0 before the first report',
  )
  const restored = metrics.counter(
    'gateway_limits_restored_months_total',
    'Months that Redis had lost and that were restored from Postgres, by outcome',
    ['outcome'],
  )
  const addresses = metrics.counter(
    'gateway_limits_shared_addresses_total',
    'Requests of client addresses counted in a shared state because Redis already held the maximum number of address states',
  )
  isLocal.set(1)
  isAnonymousLocal.set(1)
  const ofAccounts = {
    setLocal: (local: boolean): void => isLocal.set(local ? 1 : 0),
    decidedLocally: (isRefused: boolean): void => decisions.inc({ outcome: isRefused ? 'refused' : 'passed' }),
    refusedAsBefore: (): void => kept.inc(),
    callFailed: (outcome: 'unsent' | 'unknown'): void => failures.inc({ outcome }),
    reconciled: (requests: number): void => pending.inc({ outcome: 'reconciled' }, requests),
    forgiven: (requests: number): void => pending.inc({ outcome: 'forgiven' }, requests),
    owed: (requests: number): void => owed.set(requests),
    gatewaysLive: (count: number): void => gateways.set(count),
    addressShared: (): void => addresses.inc(),
    monthRestored: (isRestored: boolean): void => restored.inc({ outcome: isRestored ? 'restored' : 'failed' }),
  }
  return {
    ofAccounts,
    /** For anonymous clients in a Redis of their own: their uncounted usage is billed to no one. */
    ofAnonymous: {
      ...ofAccounts,
      setLocal: (local: boolean): void => isAnonymousLocal.set(local ? 1 : 0),
      owed: (): void => undefined,
      gatewaysLive: (): void => undefined,
      reconciled: (): void => undefined,
      forgiven: (): void => undefined,
    },
    ofAll: {
      ...ofAccounts,
      setLocal(local: boolean): void {
        isLocal.set(local ? 1 : 0)
        isAnonymousLocal.set(local ? 1 : 0)
      },
    },
  }
}
export type LimitMetrics = ReturnType<typeof createLimitMetrics>['ofAccounts']
